export const MAX_IMAGE_BYTES = 1_048_576
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const
export const IMAGE_RULE = 'A PNG, JPEG, WebP or GIF image of at most 1 MB and 4096 × 4096 pixels'

/** What is wrong with a file of another kind. */
export const notAnImage = (name: string) => `${name} is not a PNG, JPEG, WebP or GIF image.`

export const mediaKinds = ['icon', 'logo', 'image'] as const

/** The longer side in pixels that an image is made to fit when it is uploaded; none is enlarged. */
export const longestSide = { icon: 256, logo: 512, image: 1280 } as const satisfies Record<
  (typeof mediaKinds)[number],
  number
>
