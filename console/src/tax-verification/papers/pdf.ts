import {
  getDocument,
  PasswordException,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import jbig2 from 'pdfjs-dist/wasm/jbig2.wasm?url'
import openjpeg from 'pdfjs-dist/wasm/openjpeg.wasm?url'

// All that knows pdf.js, loaded when a PDF is opened. A worker parses: no file is executed, and none blocks the page.

const OPEN_MS = 20_000
/** The largest canvas for a page, however large it claims to be: browsers refuse larger ones. */
const MAX_PIXELS = 16_777_216
const decoders: Record<string, string> = { 'jbig2.wasm': jbig2, 'openjpeg.wasm': openjpeg }

/** Scans and faxes use formats that browsers cannot read; the decoders are fetched only for those. */
class Decoders {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const address = decoders[filename]
    if (!address) throw new Error(`${filename} is not kept`)
    return new Uint8Array(await (await fetch(address)).arrayBuffer())
  }
}

interface ScriptUrls {
  createScriptURL: (url: string) => string
}

/** The policy allows no address other than that of the worker, which is part of the console. */
const workers = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, rules: ScriptUrls) => ScriptUrls } }
).trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerAddress })

/** Opens a PDF with its first page, or fails with a readable reason. `closed` closes it. */
export async function openPdf(bytes: ArrayBuffer, closed: AbortSignal) {
  closed.throwIfAborted()
  const port = new Worker(workers?.createScriptURL('') ?? workerAddress, { type: 'module' })
  const task = getDocument({
    data: bytes,
    worker: PDFWorker.create({ port }),
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: Decoders,
    useWorkerFetch: false,
    maxImageSize: MAX_PIXELS * 4,
  })
  const close = () => {
    void task.destroy()
    port.terminate()
  }
  closed.addEventListener('abort', close)
  const opened = task.promise.then(async (pdf) => ({ pdf, first: await pdf.getPage(1) }))
  const tooLong = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('This PDF takes too long to open here.')), OPEN_MS)
  })
  return Promise.race([opened.catch(refuse), tooLong]).catch((error: unknown) => {
    close()
    throw error
  })
}

function refuse(error: unknown): never {
  const isLocked = error instanceof PasswordException
  throw new Error(isLocked ? 'This PDF is locked with a password.' : 'This PDF is damaged and cannot be read here.')
}

/** Draws a page and lays its text over it, for selection and for screen readers. Returns a function that stops it. */
export function drawPage(page: PDFPageProxy, scale: number, canvas: HTMLCanvasElement, text: HTMLElement) {
  const viewport = page.getViewport({ scale })
  const area = viewport.width * viewport.height
  const density = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / area))
  canvas.width = Math.floor(viewport.width * density)
  canvas.height = Math.floor(viewport.height * density)
  const drawing = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  text.replaceChildren()
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport })
  return {
    done: Promise.all([drawing.promise, layer.render()]),
    stop: () => {
      drawing.cancel()
      layer.cancel()
    },
  }
}

/** What is drawn on a page, in parts of its width and height. */
export interface Ink {
  left: number
  top: number
  right: number
  bottom: number
}

const LOOK_PX = 240
/** Darker than the paper of a scan. */
const DARK = 200

/** Where something is drawn on a page: the margins around it are left out. Seals and signatures count as text does. */
export async function findInk(page: PDFPageProxy): Promise<Ink> {
  const size = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: LOOK_PX / size.width })
  const canvas = document.createElement('canvas')
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)]
  canvas.width = width
  canvas.height = height
  await page.render({ canvas, viewport }).promise
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height)
  const ink = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 4
      if (data[i]! > DARK && data[i + 1]! > DARK && data[i + 2]! > DARK) continue
      ink.left = Math.min(ink.left, x)
      ink.right = Math.max(ink.right, x + 1)
      ink.top = Math.min(ink.top, y)
      ink.bottom = Math.max(ink.bottom, y + 1)
    }
  if (ink.right === 0) return { left: 0, top: 0, right: 1, bottom: 1 }
  return { left: ink.left / width, right: ink.right / width, top: ink.top / height, bottom: ink.bottom / height }
}
