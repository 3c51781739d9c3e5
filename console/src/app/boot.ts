import './color-scheme.ts'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import 'virtual:mantine-variables.css'
import './tokens.css'
import './base.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { fetchAhead, reloadForNewVersion } from '../kit/api/fetch-ahead.ts'

// zod compiles its checks with `new Function`, which our content security policy refuses. It reads this setting when a
// schema is made, so it is set before any chunk with schemas is loaded.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

reloadForNewVersion()
void fetchAhead(() => import('./read-pastes.ts'))
