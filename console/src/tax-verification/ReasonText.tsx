import { paperNames, reasons, type TaxRequest } from '@hikmah/contract/tax-verification/schemas'
import classes from './desk.module.css'

/** The title of the message that holds it. */
export const REJECTION_REASON = 'Rejection reason'

type Props = Pick<TaxRequest, 'reasonCode' | 'missing'> & {
  title: string
  /** The words as written, '' where there are none. */
  reason: string
}

/** Why something was rejected or requested again, and the missing papers. */
export function ReasonText({ title, reasonCode, reason, missing }: Props) {
  return (
    <>
      {(reason !== '' || reasonCode) && (
        <p className={classes.said}>
          <span className={classes.quiet}>{reasonCode ? `${title}, ${reasons[reasonCode].label}:` : `${title}:`}</span>{' '}
          <bdi>{reason}</bdi>
        </p>
      )}
      {missing.length > 0 && (
        <div className={classes.said}>
          <span className={classes.quiet}>Missing documents:</span>
          <ul>
            {missing.map((paper) => (
              <li key={paper}>{paperNames[paper]}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
