import { NO_FILE_YET, type RegistryQuestion, type Verdict } from '@hikmah/contract/irs-registry/schemas'
import type { Reads } from '../house.ts'
import { conflict } from '../kit/http/refusal.ts'
import { readEvidence, readNear } from './queries.ts'
import { verdictOf } from './verdict/verdict-of.ts'

export async function checkRegistry({ db, clock }: Reads, question: RegistryQuestion): Promise<Verdict> {
  const [evidence, near] = await Promise.all([readEvidence(db, question.taxIdEin), readNear(db, question)])
  const verdict = verdictOf(question, evidence, near, clock.now())
  if (!verdict) throw conflict(NO_FILE_YET)
  return verdict
}
