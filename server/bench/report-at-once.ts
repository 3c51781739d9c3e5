import { parentPort, workerData } from 'node:worker_threads'
import { countAnswers } from './measure.ts'

/** What a thread is given that plays the devices: beside those who ask for pages, their own work would delay the pages. */
export interface Burst {
  url: string
  /** Each call by its device key and its body. */
  calls: [string, string][]
}

const { url, calls } = workerData as Burst
const headersOf = (deviceKey: string) => ({ deviceKey, 'content-type': 'application/json' })
parentPort?.postMessage(
  await countAnswers(calls.length, (n) => {
    const [key, body] = calls[n]!
    return fetch(url, { method: 'POST', headers: headersOf(key), body })
  }),
)
