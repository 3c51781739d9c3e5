import { getPath, setPath } from '@hikmah/contract/words'
import { expect, test, vi } from 'vitest'
import { campaignForm } from './campaigns/campaign-form.tsx'
import { deviceForm } from './hardware/device-form.tsx'
import { applyChoices } from './kit/form/conflicts.ts'
import type { defineForm } from './kit/form/define-form.tsx'
import { memberForm } from './organization-team/member-form.tsx'
import { organizationForm } from './organizations/organization-form.tsx'

// Only the build of the console has the rules of phone numbers, and nothing is drawn here.
vi.mock('./kit/field/PhoneField.tsx', () => ({ PhoneField: () => null }))

const image = (name: string) => ({ imageUrl: `/api/media/${name}/file`, imageName: name, imageSize: 1 })

/** Two versions of a row that differ in every field. */
const organization = (n: number) => ({
  orgName: `Masjid ${n}`,
  orgShortName: `M${n}`,
  orgType: ['Others', 'Madarsa/Islamic Center'][n],
  referredBy: `Friend ${n}`,
  orgEmail: `office${n}@masjid.example`,
  orgWebsite: ['', 'https://masjid.example'][n],
  orgAdmin: `Admin ${n}`,
  orgStatus: ['onboarding', 'approved'][n],
  orgAddress: {
    line1: `${n} Main St`,
    line2: `Suite ${n}`,
    city: ['Austin', 'Dallas'][n],
    state: ['TX', 'NY'][n],
    country: ['USA', 'Canada'][n],
    postalCode: `7870${n}`,
  },
  phoneFax: { primaryPhone: `+1512555010${n}`, secondaryPhone: `+1512555011${n}` },
  orgIcon: { iconUrl: `/api/media/${n}/file`, iconName: '', iconSize: 0 },
  orgLogo: { logoUrl: `/api/media/${n + 2}/file`, logoName: '', logoSize: 0 },
})

const device = (n: number) => ({ price: 899 + n, details: `Hall ${n}`, imageMetaData: image(`unit-${n}`) })

const campaign = (n: number) => ({
  campaignType: ['Promotion', 'Referral Codes'][n],
  organizationLimit: [null, 5][n],
  status: ['Available', 'Lost'][n],
  imageMetaData: image(`banner-${n}`),
})

const member = (n: number) => ({
  name: { firstName: 'Yusuf', lastName: `Ali ${n}` },
  role: [{ application: ['DEENFUND', 'DEENKIOSK'][n], roles: 'Admin' }],
  consoleAccess: n === 1,
})

type AnyForm = ReturnType<typeof defineForm<string, { row: object; values: object; sent: object }>>
interface Entity {
  form: AnyForm
  row: (n: number) => Record<string, unknown>
}

// Which form it is does not matter to what all of them do.
const entities: Record<string, Entity> = {
  organization: { form: organizationForm as unknown as AnyForm, row: organization },
  device: { form: deviceForm as unknown as AnyForm, row: device },
  campaign: { form: campaignForm as unknown as AnyForm, row: campaign },
  member: { form: memberForm as unknown as AnyForm, row: member },
}

const fields = Object.entries(entities).flatMap(([entity, { form, row }]) =>
  Object.keys(form.compared.labels).map((path) => ({ entity, path, form, row })),
)

test.each(fields)(
  'a colleague’s $path of the $entity is noticed, stays theirs, and is not sent as it was',
  ({ path, form, row }) => {
    const { compared, read, sendChanges } = form
    const before = row(0)
    const newer = setPath(before, path, getPath(row(1), path))
    const [mine, theirs] = [read(before), read(newer)]
    expect(compared.differing(mine, theirs)).toEqual([path])
    const settled = applyChoices(mine, theirs, { [path]: 'theirs' })
    expect(getPath(settled, path)).toEqual(getPath(theirs, path))
    expect(sendChanges(mine, before)).toEqual({})
    expect(sendChanges(settled, newer)).toEqual({})
    expect(Object.keys(sendChanges(theirs, before))).toEqual([path.split('.')[0]])
  },
)
