/** What a file of the IRS is not taken for. The text is for whoever imports: where, what, and what to do. */
export class Refused extends Error {}

export const refusedAt = (file: string, line: number, reason: string) => new Refused(`${file}, line ${line}: ${reason}`)
