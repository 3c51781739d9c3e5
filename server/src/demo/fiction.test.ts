import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fictionalOrganization, markPng } from './fiction.ts'

test('the name beside a mark stands whole in its logo', async () => {
  for (let n = 0; n < 60; n += 1) {
    const { name } = fictionalOrganization(n)
    const margin = await sharp(await markPng(n, name))
      .extract({ left: 352, top: 0, width: 8, height: 100 })
      .raw()
      .toBuffer()
    expect(Math.min(...margin), name).toBe(255)
  }
})
