import { INVITE_DAYS, newInviteCode } from '@hikmah/contract/invites/endpoints'
import type { StaffRole } from '@hikmah/contract/permissions'
import { staff } from '../src/accounts/table.ts'
import { contactInquiries, demoRequests } from '../src/communication/table.ts'
import { newDeviceId, newDeviceKey } from '../src/hardware/device-calls.ts'
import { deviceBeats, devices } from '../src/hardware/table.ts'
import type { House } from '../src/house.ts'
import { inviteLogs, invites } from '../src/invites/table.ts'
import { systemActor } from '../src/kit/auth/actor.ts'
import { hashPassword } from '../src/kit/auth/passwords.ts'
import { sha256 } from '../src/kit/auth/tokens.ts'
import { newId } from '../src/kit/db/ids.ts'
import { secondsAfter } from '../src/kit/process/clock.ts'
import { orders } from '../src/orders/table.ts'
import { openMemberSession } from '../src/organization-team/member-sessions.ts'
import { members } from '../src/organization-team/table.ts'
import { organizationStatusChanges, organizations } from '../src/organizations/table.ts'
import { openSession } from '../src/sign-in/sessions.ts'

export const PASSWORD = 'Correct-Horse-7'

let hashed: Promise<string> | undefined
let counter = 0

/** Rows a test needs before it begins; each call makes new ones, so that no test leans on another's. */
export function createGiven({ change, tokens, keys }: House) {
  const by = systemActor('Test')

  return {
    /** A staff member with a live session. The password is PASSWORD. */
    staff: async (role: 'owner' | 'admin' | 'manager', more: Partial<typeof staff.$inferInsert> = {}) => {
      hashed ??= hashPassword(PASSWORD)
      const passwordHash = await hashed
      counter += 1
      const id = newId()
      const userName = more.userName ?? `${role}.${counter}.${id.slice(-6)}@hikmah.example`
      return change(by, async (tx) => {
        await tx.insert(staff).values({
          id,
          firstName: 'Test',
          lastName: role,
          passwordHash,
          role: `hikmah_${role}` as StaffRole,
          verifiedAt: tx.at,
          createdAt: tx.at,
          ...more,
          userName,
        })
        return { id, userName, token: await openSession(tx, tokens, id, by, null) }
      })
    },

    /** An organization, onboarding unless said otherwise. */
    organization: async (more: Partial<typeof organizations.$inferInsert> = {}) => {
      counter += 1
      const id = newId()
      return change(by, async (tx) => {
        const [row] = await tx
          .insert(organizations)
          .values({
            id,
            name: `Masjid Test ${counter}`,
            email: `office.${id.slice(-8)}@masjid.example`,
            admin: 'Yusuf Rahmani',
            status: 'onboarding',
            createdAt: tx.at,
            city: 'Fremont',
            state: 'CA',
            einPendingSince: more.einSubmittedAt ?? null,
            exemptPendingSince: more.exemptSubmittedAt ?? null,
            ...more,
          })
          .returning()
        await tx.insert(organizationStatusChanges).values({
          id: newId(),
          organizationId: id,
          toStatus: row!.status,
          at: row!.createdAt,
          byName: by.name,
        })
        return row!
      })
    },

    /** An open invite, mailed once and good for 14 days. */
    invite: async (more: Partial<typeof invites.$inferInsert> = {}) => {
      const id = newId()
      return change(by, async (tx) => {
        const [row] = await tx
          .insert(invites)
          .values({
            id,
            orgName: 'Masjid an-Noor',
            orgAdmin: 'Yusuf Rahmani',
            orgEmail: `invited.${id.slice(-8)}@masjid.example`,
            phone: '+15105550123',
            code: newInviteCode(),
            createdAt: tx.at,
            expiresAt: secondsAfter(tx.at, INVITE_DAYS * 86_400),
            ...more,
          })
          .returning()
        const { orgAdmin, orgEmail, phone, code, createdAt } = row!
        const sent = { id: newId(), inviteId: id, createdAt, orgAdmin, orgEmail, phone, code, sentBy: by.name }
        await tx.insert(inviteLogs).values(sent)
        return row!
      })
    },

    /** A new order without items, of nothing. */
    order: (organizationId: string, more: Partial<typeof orders.$inferInsert> = {}) =>
      change(by, async (tx) => {
        const moments = { createdAt: tx.at, updatedAt: tx.at }
        const placed = {
          id: newId(),
          organizationId,
          status: 'new',
          source: 'checkout',
          subtotal: 0,
          total: 0,
        } as const
        const [row] = await tx
          .insert(orders)
          .values({ ...placed, ...moments, ...more })
          .returning()
        return row!
      }),

    /** An available kiosk without an organization that never beat, and its key. */
    device: async (more: Partial<typeof devices.$inferInsert> = {}) => {
      const id = newId()
      const deviceKey = newDeviceKey()
      return change(by, async (tx) => {
        const [row] = await tx
          .insert(devices)
          .values({
            id,
            deviceId: newDeviceId(keys.deviceIds, more.appStream === 'DEENSCREEN' ? 'DS' : 'DK'),
            appStream: 'DEENKIOSK',
            macAddress: id
              .replaceAll('-', '')
              .slice(-12)
              .toUpperCase()
              .replace(/(..)(?!$)/g, '$1:'),
            price: 499,
            status: 'Available',
            keyHash: sha256(deviceKey),
            keyIssuedAt: tx.at,
            createdAt: tx.at,
            ...(more.organizationId && { assignedAt: tx.at, assignedBy: by.name }),
            ...more,
          })
          .returning()
        await tx.insert(deviceBeats).values({ deviceId: id })
        return { ...row!, deviceKey }
      })
    },

    /** A demo request as it came from the website, without a word of how the person can be reached but the email. */
    demoRequest: async (more: Partial<typeof demoRequests.$inferInsert> = {}) => {
      const id = newId()
      return change(by, async (tx) => {
        const [row] = await tx
          .insert(demoRequests)
          .values({
            id,
            firstName: 'Khadija',
            lastName: 'Diallo',
            email: `visitor.${id.slice(-8)}@masjid.example`,
            phone: '',
            organization: '',
            applications: [],
            stream: 'DCWEBSITE',
            scheduleDate: '',
            scheduleTime: '',
            queries: [],
            status: 'New',
            createdAt: tx.at,
            updatedAt: more.createdAt ?? tx.at,
            ...more,
          })
          .returning()
        return row!
      })
    },

    /** A contact inquiry as it came from the website. */
    inquiry: async (more: Partial<typeof contactInquiries.$inferInsert> = {}) => {
      const id = newId()
      return change(by, async (tx) => {
        const [row] = await tx
          .insert(contactInquiries)
          .values({
            id,
            name: 'Hamza Osman',
            email: `visitor.${id.slice(-8)}@masjid.example`,
            phone: '',
            stream: 'DCWEBSITE',
            inquiryType: 'Support',
            message: 'Which screen sizes do you offer?',
            status: 'New',
            createdAt: tx.at,
            updatedAt: more.createdAt ?? tx.at,
            ...more,
          })
          .returning()
        return row!
      })
    },

    /** A confirmed Owner/Super Admin of the organization with the organization's own token. The password is PASSWORD. */
    member: async (organizationId: string, more: Partial<typeof members.$inferInsert> = {}) => {
      hashed ??= hashPassword(PASSWORD)
      const passwordHash = await hashed
      const id = newId()
      return change(by, async (tx) => {
        const [row] = await tx
          .insert(members)
          .values({
            id,
            organizationId,
            firstName: 'Yusuf',
            lastName: 'Rahmani',
            userName: `member.${id.slice(-8)}@masjid.example`,
            roles: [{ application: 'DEENFUND', roles: 'Owner/Super Admin' }],
            confirmedAt: tx.at,
            passwordHash,
            invitedAt: tx.at,
            createdAt: tx.at,
            ...more,
          })
          .returning()
        return { ...row!, token: await openMemberSession(tx, tokens, row!) }
      })
    },
  }
}
