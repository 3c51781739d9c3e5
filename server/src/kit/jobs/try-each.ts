/** Does the work for each, and fails at the end where it failed for any: one that always fails holds up no other. */
export async function tryEach<T>(items: T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((failure) => failures.push(failure))
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`)
  if (failures.length === 1) throw failures[0]
}
