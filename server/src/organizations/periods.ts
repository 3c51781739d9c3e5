const startOf = (date: Temporal.PlainDate, zone: string) => new Date(date.toZonedDateTime(zone).epochMilliseconds)

/**
 * The months and years around a moment, as a calendar on a wall of the zone shows them. Where clocks go back over midnight
 * a day begins at the earlier one, where midnight is left out at the first moment after it.
 */
export function periodsOf(now: Date, zone: string) {
  const month = now.toTemporalInstant().toZonedDateTimeISO(zone).toPlainDate().with({ day: 1 })
  const year = month.with({ month: 1 })
  return {
    lastMonth: startOf(month.subtract({ months: 1 }), zone),
    month: startOf(month, zone),
    nextMonth: startOf(month.add({ months: 1 }), zone),
    year: startOf(year, zone),
    nextYear: startOf(year.add({ years: 1 }), zone),
    weekAgo: new Date(now.getTime() - 7 * 86_400_000),
  }
}

export type Periods = ReturnType<typeof periodsOf>
