import module from 'node:module'
import { join } from 'node:path'

/*
 * What `npm start` loads before the bundle. The flag --enable-source-maps would do the first as well, but pino would then
 * read eight megabytes of map at every start, to learn who calls it.
 */
process.setSourceMapsEnabled(true)
// An older Node has no such thing, and is refused in words by main.ts.
module.enableCompileCache?.(join(import.meta.dirname, 'dist/.compiled'))
