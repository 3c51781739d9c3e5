import { respondFields } from '@hikmah/contract/communication/words'
import { MAX_SCHEDULE_TIME } from '@hikmah/contract/demo-requests/words'
import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import classes from './communication.module.css'

interface Props {
  date: GetInputPropsReturnType
  time: GetInputPropsReturnType
}

const EARLIEST = '2000-01-01'

/** A year that is half typed is one of the first century. */
export const dateProblem = (date: string) => (date !== '' && date < EARLIEST ? 'Choose a date from 2000 on' : null)

/** When the demo takes place: a day and a time in plain words. */
export const ScheduleFields = ({ date, time }: Props) => (
  <div className={classes.schedule}>
    <TextInput
      label={respondFields.date}
      type="date"
      min={EARLIEST}
      max="2999-12-31"
      {...date}
      error={fieldError(date.error)}
    />
    <TextField label={respondFields.time} max={MAX_SCHEDULE_TIME} placeholder="10:30 AM" autoComplete="off" {...time} />
  </div>
)
