import type { RegistryQuestion, Verdict } from '@hikmah/contract/irs-registry/schemas'
import { NO_FILE_YET } from '@hikmah/contract/irs-registry/words'
import { stateCode } from '@hikmah/contract/us-states'
import type { Reads } from '../house.ts'
import { conflict } from '../kit/http/refusal.ts'
import { findRowsByName, readEvidence } from './queries.ts'
import { elsewhereReasons } from './verdict/elsewhere.ts'
import { verdictOf } from './verdict/verdict-of.ts'

/** So many of the nearest names are looked at for another EIN. */
const NEAREST = 5

export async function checkRegistry({ db, clock }: Reads, question: RegistryQuestion): Promise<Verdict> {
  const verdict = verdictOf(question, await readEvidence(db, question.taxIdEin), clock.now())
  if (!verdict) throw conflict(NO_FILE_YET)
  const state = stateCode(question.state)
  const nearest = await findRowsByName(db, { name: question.orgName, state }, NEAREST)
  return { ...verdict, reasons: [...verdict.reasons, ...elsewhereReasons(question, nearest)] }
}
