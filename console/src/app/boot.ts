import './color-scheme.ts'
import './base-styles.ts'
import './new-version.ts'

// zod compiles its checks with `new Function`, which our content security policy refuses. It reads this setting when a
// schema is made, so it is set before any chunk with schemas is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
