import desk from '../kit/desk/desk.module.css'
import { useKeptKey } from '../kit/desk/kept-key.ts'
import { LoadingLines } from '../kit/page/Outlines.tsx'
import classes from './conversation-desk.module.css'
import type { DeskKind } from './desk-kinds.ts'

const answerKeys = ['1', '2', '3', '4', 'e', 'n', 't', 'm']

export function AnswerWaiting({ kind }: { kind: DeskKind }) {
  useKeptKey(answerKeys)
  return (
    <div className={classes.waiting}>
      <AnswerHead kind={kind} />
      <div className={classes.fields}>
        <LoadingLines name="the form" />
      </div>
    </div>
  )
}

export const AnswerHead = ({ kind, sub = '' }: { kind: DeskKind; sub?: string }) => (
  <div className={desk.band}>
    <h2>{kind.answers}</h2>
    <p className={`${desk.sub} ${classes.to}`} title={sub}>
      {sub}
    </p>
  </div>
)
