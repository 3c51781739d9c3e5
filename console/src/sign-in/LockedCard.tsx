import { Button } from '@mantine/core'
import type { ApiError } from '../kit/api/api.ts'
import { plural } from '../kit/format/texts.ts'
import { Glyph } from '../kit/icons/glyphs.tsx'
import classes from './forms.module.css'

/** A lock ends within a day; a longer one is a block, which an owner lifts. */
const LONGEST_LOCK_MIN = 24 * 60

/** Too many attempts: signing in is blocked until the lock expires or an owner lifts it. */
export function LockedCard({ failure, onBack }: { failure: ApiError | undefined; onBack: () => void }) {
  const minutes = Math.ceil((failure?.retryAfter ?? 0) / 60)
  return (
    <section className={classes.locked} role="alert">
      <h2>
        <Glyph name="slash" size={16} />
        Login Attempts Exceeded
      </h2>
      <p>For your security, sign-in to this account is paused for now. {wayOut(minutes)}</p>
      <Button variant="default" onClick={onBack}>
        Back to sign in
      </Button>
    </section>
  )
}

function wayOut(minutes: number): string {
  if (minutes > LONGEST_LOCK_MIN) return 'Ask an owner of the console to unlock it.'
  return minutes > 0 ? `Try again in ${plural(minutes, 'minute')}.` : 'Try again later.'
}
