import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

const takes = (): number | undefined => undefined
const never = (_recipient: string) => false

const refusalOf = (responseCode: number | undefined) =>
  responseCode ? Object.assign(new Error('Not taken'), { responseCode }) : undefined

/**
 * A real mail server for one test, or for the file that starts it. Each part of a message may be turned away with a reply code, and of a recipient that
 * `hangs` it says nothing ever. `asked` are all recipients that it heard of, `asUtf8` those in
 * letters of any script (SMTPUTF8).
 */
export async function mailServer(
  port: number,
  { sender = takes, recipient = takes, message = takes, hangs = never } = {},
) {
  const received: Email[] = []
  const asked: string[] = []
  const asUtf8: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 10,
    disabledCommands: ['STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refusalOf(sender())),
    onRcptTo: ({ address }, { envelope }, done) => {
      asked.push(address)
      if (envelope.smtpUtf8) asUtf8.push(address)
      if (!hangs(address)) done(refusalOf(recipient()))
    },
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const refusal = refusalOf(message())
        if (refusal) return done(refusal)
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const atTheEnd = TestRunner.getCurrentTest() ? onTestFinished : afterAll
  atTheEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { received, asked, asUtf8 }
}
