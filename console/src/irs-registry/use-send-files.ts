import { irsRegistry } from '@hikmah/contract/irs-registry/endpoints'
import { IMPORT_PART_BYTES } from '@hikmah/contract/irs-registry/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call, upload } from '../kit/api/api.ts'

interface Asked {
  files: File[]
  /** YYYY-MM-DD, or '' for the date in each file. */
  snapshotOn: string
  force: boolean
}

/**
 * Sends files in parts, one after the other, and sets the import off with the last. Leaving the page or cancelling
 * discards what was sent.
 */
export function useSendFiles(onSent: () => void) {
  const client = useQueryClient()
  const [part, setPart] = useState<number>()
  const [failure, setFailure] = useState<ApiError>()
  const stopper = useRef<AbortController>(undefined)
  useEffect(() => () => stopper.current?.abort(), [])

  async function send({ files, snapshotOn, force }: Asked) {
    if (stopper.current) return
    stopper.current = new AbortController()
    const { signal } = stopper.current
    let id: string | undefined
    setFailure(undefined)
    setPart(0)
    try {
      const body = {
        files: files.map(({ name, size }) => ({ name, size })),
        ...(snapshotOn && { snapshotOn }),
        ...(force && { force }),
      }
      id = (await call(irsRegistry.startRegistryImport, { body }, { signal })).data._id
      const all = files.reduce((sum, { size }) => sum + size, 0)
      let sent = 0
      for (const [n, file] of files.entries()) {
        for (let at = 0; at < file.size; at += IMPORT_PART_BYTES) {
          const form = new FormData()
          const piece = file.slice(at, at + IMPORT_PART_BYTES)
          form.set('file', piece, 'part')
          await upload(irsRegistry.sendRegistryPart, form, { signal }, { params: { id }, query: { file: n, at } })
          sent += piece.size
          setPart(sent / all)
        }
      }
      onSent()
    } catch (cause) {
      if (id)
        await call(irsRegistry.cancelRegistryImport, { params: { id } }, { keepalive: true }).catch(() => undefined)
      if (!signal.aborted) setFailure(cause as ApiError)
    } finally {
      stopper.current = undefined
      setPart(undefined)
      void client.invalidateQueries()
    }
  }

  return { send, part, failure, cancel: () => stopper.current?.abort() }
}
