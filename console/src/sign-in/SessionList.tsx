import { SIGN_OUT_EVERYWHERE, signIn } from '@hikmah/contract/sign-in/endpoints'
import type { Session } from '@hikmah/contract/sign-in/schemas'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read, useWrite } from '../kit/api/data.ts'
import { StatusBadge } from '../kit/display/StatusBadge.tsx'
import { confirm, notifyFailure, notifySuccess } from '../kit/feedback/messages.tsx'
import { When } from '../kit/format/When.tsx'
import { type Column, ListTable } from '../kit/list/ListTable.tsx'
import { Page } from '../kit/page/Page.tsx'
import { RowAction } from '../kit/row/RowActions.tsx'
import { signOut } from './session-end.tsx'

const describeDevice = ({ browser, operatingSystem }: Session) =>
  [browser, operatingSystem].filter((name) => name && name !== 'Unknown').join(' on ') || 'Unknown browser'

export function SessionList() {
  const sessions = useQuery(read(signIn.listSessions, {}))
  const revoke = useWrite(signIn.revokeSession, {
    success: () => notifySuccess('Session ended'),
    error: ({ message }) => notifyFailure(message),
  })
  const endAll = useWrite(signIn.logoutAll, {
    // Before the list is read again, which an ended session may not do.
    leave: signOut,
    error: ({ message }) => notifyFailure(message),
  })

  async function end(session: Session) {
    const isSure = await confirm({
      title: `End the session of ${describeDevice(session)}?`,
      body: `Anyone using it, from ${session.ip}, will be signed out at once.`,
      action: 'End session',
    })
    if (isSure) revoke.mutate({ params: { id: session._id } })
  }

  async function endEverywhere() {
    const isSure = await confirm({
      title: 'Sign out everywhere?',
      body: 'All your sessions and remembered logins end at once, this one too.',
      action: SIGN_OUT_EVERYWHERE,
    })
    if (isSure) endAll.mutate({})
  }

  const columns: Column<Session>[] = [
    { header: 'Device', cell: (session) => <b>{describeDevice(session)}</b>, narrow: 'title' },
    { header: 'IP address', cell: ({ ip }) => ip, width: 160, narrow: 'sub' },
    { header: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} as="moment" />, width: 200 },
    { header: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} as="moment" />, width: 200, narrow: 'end' },
    {
      header: 'Action',
      align: 'right',
      width: 140,
      narrow: 'badge',
      cell: (session) =>
        session.current ? (
          <StatusBadge tone="success">This session</StatusBadge>
        ) : (
          <RowAction
            aria-label={`End session, ${describeDevice(session)}, ${session.ip}`}
            onClick={() => void end(session)}
          >
            End session
          </RowAction>
        ),
    },
  ]

  return (
    <Page
      title="My sessions"
      count={sessions.data?.data.length}
      sub="Every place where your account is signed in. End any that you do not recognize, then change your password."
      action={
        <Button variant="danger-outline" loading={endAll.isPending} onClick={() => void endEverywhere()}>
          {SIGN_OUT_EVERYWHERE}
        </Button>
      }
    >
      <ListTable
        name="Sessions"
        one="session"
        query={sessions}
        columns={columns}
        rowKey={(session) => session._id}
        empty={{ title: 'No sessions', text: 'You have no active sessions.' }}
      />
    </Page>
  )
}
