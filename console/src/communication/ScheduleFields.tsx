import { MAX_SCHEDULE_TIME, respondFields } from '@hikmah/contract/communication'
import { EARLIEST_DAY } from '@hikmah/contract/words'
import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { fieldError } from '../kit/field/field-error.tsx'
import { TextField } from '../kit/field/TextField.tsx'
import classes from './communication.module.css'

interface Props {
  date: GetInputPropsReturnType
  time: GetInputPropsReturnType
}

/** When the demo takes place: a day and a time in plain words. */
export const ScheduleFields = ({ date, time }: Props) => (
  <div className={classes.schedule}>
    <TextInput
      label={respondFields.date}
      type="date"
      min={EARLIEST_DAY}
      max="2999-12-31"
      {...date}
      error={fieldError(date.error)}
    />
    <TextField label={respondFields.time} max={MAX_SCHEDULE_TIME} placeholder="10:30 AM" autoComplete="off" {...time} />
  </div>
)
