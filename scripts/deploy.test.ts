import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
const kinds = { Deployment, PersistentVolumeClaim, Service }
type Kind = keyof typeof kinds

const manifests = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS())

test('the manifests are as the schemas of Kubernetes have them', () => {
  expect(manifests.map(({ kind }) => kind).sort()).toEqual(Object.keys(kinds).sort())
  for (const manifest of manifests) new kinds[manifest.kind as Kind](manifest).validate()
  const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'))
  wrong.spec.template.spec.containers[0].ports[0].containerPort = 'http'
  expect(() => new Deployment(wrong).validate()).toThrow()
})

test('a container runs as nobody, on a root that cannot be written, with one volume', () => {
  const { spec } = manifests.find(({ kind }) => kind === 'Deployment').spec.template
  const [container] = spec.containers
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  // The schemas let fields pass that they do not know.
  const asks = (path: string) => expect.objectContaining({ httpGet: { path, port: 'http' } })
  expect(container).toMatchObject({
    startupProbe: asks('/healthz'),
    livenessProbe: asks('/healthz'),
    readinessProbe: asks('/readyz'),
    volumeMounts: [{ name: 'data', mountPath: '/var/lib/hikmah-console' }, { name: 'shared-memory' }],
  })
  const { console: service } = parse(read('compose.yaml')).services
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['data:/var/lib/hikmah-console'] })
  const image = read('Containerfile')
  for (const line of ['USER 65534:65534', 'STOPSIGNAL SIGTERM', 'VOLUME /var/lib/hikmah-console'])
    expect(image.split('\n')).toContain(line)
  expect(image).toMatch(/^HEALTHCHECK /m)
})

test('who stops it waits longer than the console takes', () => {
  const longest = 10
  const { spec } = manifests.find(({ kind }) => kind === 'Deployment').spec.template
  expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(
    longest + spec.containers[0].lifecycle.preStop.sleep.seconds,
  )
  expect(Number.parseInt(parse(read('compose.yaml')).services.console.stop_grace_period, 10)).toBeGreaterThan(longest)
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(read('hikmah-console.service'))![1])).toBeGreaterThan(longest)
})

test('docs/deploy.md names each file of the server that keeps something for its process', () => {
  const root = join(import.meta.dirname, '..')
  const files = globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/src/demo/**'] })
  // What lives longer than a call: of the module itself, or of what is made once.
  const isKept = /^(?:export )?(?:const|let) \w+[^=\n]*= (?:new (?:Map|Set)<string|pLimit)/
  const isMaker = /^(?:export )?(?:class |(?:async )?function (?:create|guard)[A-Z])/
  const keepsInside = /^ {2}(?:const|let|readonly) [^\n]*(?:new (?:Map|Set)<string[^\n]*\(\)$|pLimit\()/m
  const keeping = files.filter((file) =>
    readFileSync(join(root, file), 'utf8')
      .split(/^(?=export |async |function |const |let |class )/m)
      .some((part) => isKept.test(part) || (isMaker.test(part) && keepsInside.test(part))),
  )
  const document = readFileSync(join(root, 'docs/deploy.md'), 'utf8')
  expect(keeping.length).toBeGreaterThan(10)
  expect(keeping.filter((file) => !document.includes(`(../${file})`))).toEqual([])
})
