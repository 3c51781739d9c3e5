import { join } from 'node:path'

/** Where what is uploaded for an import lies until it is done. No backup takes what ends with `.part`. */
export const uploadFolder = (storageDir: string, importId: string) => join(storageDir, `irs-${importId}.part`)

export const uploadPath = (storageDir: string, importId: string, file: number) =>
  join(uploadFolder(storageDir, importId), String(file))
