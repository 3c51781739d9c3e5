import { type Campaign, type CampaignType, MAX_ORGANIZATIONS } from '@hikmah/contract/campaigns/schemas'

/** Our own fields of a campaign, as in the form. */
export interface CampaignValues {
  campaignType: CampaignType | ''
  /** Empty for no limit. */
  organizationLimit: string
  status: Campaign['status']
  image: { url: string; name: string; size: number }
}

export const newCampaign: CampaignValues = {
  campaignType: '',
  organizationLimit: '',
  status: 'Available',
  image: { url: '', name: '', size: 0 },
}

export const valuesOf = ({ campaignType, organizationLimit, status, imageMetaData: image }: Campaign) => ({
  campaignType,
  organizationLimit: organizationLimit === null ? '' : String(organizationLimit),
  status,
  image: { url: image.imageUrl, name: image.imageName, size: image.imageSize },
})

export const campaignRules = {
  organizationLimit: (text: string) => {
    if (text.trim() === '') return undefined
    const limit = Number(text)
    if (!Number.isInteger(limit) || limit < 1) return 'Enter a whole number of at least 1, or leave empty for no limit'
    return limit > MAX_ORGANIZATIONS ? `At most ${MAX_ORGANIZATIONS.toLocaleString('en-US')}` : undefined
  },
}

/** The body to send. An empty type means none yet and is not sent. */
export const editOf = ({ campaignType, organizationLimit, status, image }: CampaignValues) => ({
  ...(campaignType !== '' && { campaignType }),
  organizationLimit: organizationLimit.trim() === '' ? null : Number(organizationLimit),
  status,
  imageMetaData: { imageUrl: image.url, imageName: image.name, imageSize: image.size },
})

/** Two versions in comparable words. */
export const inWords = ({ image, ...rest }: CampaignValues) => ({ ...rest, image: image.url })

/** The server names the parts of an image, which here is one field. */
export function formErrors(fields: Record<string, string>): Record<string, string> {
  const image = Object.keys(fields).find((field) => field.startsWith('imageMetaData'))
  return image ? { ...fields, image: fields[image]! } : fields
}
