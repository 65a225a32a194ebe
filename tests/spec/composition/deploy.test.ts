/** The files under `deploy/` against the product: its variables, its port, its paths, and the user of its image. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { secretFileNames } from '../../../packages/host/src/config/secret-files.ts'
import { parseListenAddress } from '../../../packages/host/src/http/listen-address.ts'
import { variables } from '../../../packages/host/src/config/config-variables.ts'
import { copiesOf, environmentOf, imageInstructions, textsOf } from '../../e2e/lab/dockerfile.ts'

const root = join(import.meta.dirname, '../../..')
const deploy = join(root, 'deploy')
const read = (path: string): string => readFileSync(join(deploy, path), 'utf8')
const files = globSync('**/*', { cwd: deploy, withFileTypes: true }).filter((entry) => entry.isFile())
const image = imageInstructions(join(deploy, 'Dockerfile'))
const { port } = parseListenAddress(variables.HOST_LISTEN.default)
const uid = 65_532

/** A document of YAML, or a part of one. */
type Part = { readonly [name: string]: Part } & readonly Part[] & string

function documentsOf(path: string): readonly Part[] {
  return parseAllDocuments(read(path)).map((document) => {
    assert.deepEqual([document.errors, document.warnings], [[], []], path)
    return document.toJS() as Part
  })
}

const kubernetes = ['sqlite', 'postgresql'].map((name) => documentsOf(`kubernetes/${name}.yaml`))

function podOf(documents: readonly Part[]): { readonly spec: Part; readonly container: Part } {
  const spec = documents.find((document) => document['kind'] === 'Deployment')?.['spec']?.['template']?.['spec']
  const container = spec?.['containers']?.[0]
  assert.ok(spec !== undefined && container !== undefined)
  return { spec, container }
}

describe('deployment files', () => {
  test('name only variables that the host reads, each with a value that it takes', () => {
    assert.ok(files.length > 8)
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'utf8')
      for (const [variable] of text.matchAll(/\bHOST_[A-Z0-9_]+\b/g)) {
        // Set by Kubernetes, and said to be unwanted.
        if (variable === 'HOST_PORT') continue
        assert.ok(Object.hasOwn(variables, variable) || secretFileNames.has(variable), `${name} names ${variable}`)
      }
      for (const [, variable = '', value = ''] of text.matchAll(/\b(HOST_[A-Z_]+)(?:=|: |, value: )'?([^\s'},]+)/g)) {
        const known: Readonly<Record<string, { parse(text: string): unknown }>> = variables
        known[variable]?.parse(value)
      }
    }
  })

  test('the image listens on the port of the product, keeps its data on the one volume, and runs without privileges', () => {
    const environment = environmentOf(image)
    assert.deepEqual([environment['HOST_LISTEN'], textsOf(image, 'EXPOSE')], [`:${port}`, [String(port)]])
    assert.deepEqual(textsOf(image, 'VOLUME'), [environment['HOST_DATA']])
    assert.deepEqual(textsOf(image, 'USER'), [`${uid}:${uid}`])
    const volume = copiesOf(image).find(({ to }) => to === environment['HOST_DATA'])
    assert.equal(volume?.owner, `${uid}:${uid}`)
    assert.deepEqual(textsOf(image, 'STOPSIGNAL'), ['SIGTERM'])
  })

  test('Compose and Kubernetes agree with the image: port, volume, user, a read-only root and no privileges', () => {
    const [compose] = documentsOf('compose.yaml')
    const service = compose?.['services']?.['host']
    assert.deepEqual(service?.['ports'], [`127.0.0.1:${port}:${port}`])
    assert.deepEqual(service?.['volumes'], [`host-data:${environmentOf(image)['HOST_DATA']}`])
    assert.deepEqual([service?.['read_only'], service?.['cap_drop']], [true, ['ALL']])
    for (const { spec, container } of kubernetes.map(podOf)) {
      assert.deepEqual(container['ports'], [{ name: 'http', containerPort: port }])
      assert.deepEqual(
        [spec['securityContext']?.['runAsUser'], spec['securityContext']?.['fsGroup'], spec['enableServiceLinks']],
        [uid, uid, false],
      )
      assert.deepEqual(container['securityContext'], {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      const mounts = [...(container['volumeMounts'] ?? [])].map((mount) => mount['mountPath'])
      assert.ok(mounts.includes(environmentOf(image)['HOST_DATA'] as Part))
    }
  })

  test('secrets of Compose and Kubernetes are files at the paths that the variables name', () => {
    const [compose] = documentsOf('compose.yaml')
    const given = Object.entries(compose?.['services']?.['host']?.['environment'] ?? {})
    const named = given.filter(([name]) => secretFileNames.has(name)).map(([, path]) => String(path))
    const secrets = [...(compose?.['services']?.['host']?.['secrets'] ?? [])]
    assert.deepEqual(named.toSorted(), secrets.map((secret) => `/run/secrets/${secret}`).toSorted())
    const [secret] = documentsOf('kubernetes/secret.yaml')
    for (const { container } of kubernetes.map(podOf)) {
      const mounted = [...(container['volumeMounts'] ?? [])].find((mount) => mount['name'] === 'secrets')
      for (const { name, value } of [...(container['env'] ?? [])].map((each) => each as Record<string, string>)) {
        if (name === undefined || !secretFileNames.has(name)) continue
        const [folder, key = ''] = [value?.slice(0, value.lastIndexOf('/')), value?.split('/').at(-1)]
        assert.equal(folder, mounted?.['mountPath'])
        assert.ok(Object.hasOwn(secret?.['stringData'] ?? {}, key), key)
      }
    }
  })

  test('pods get the time to stop that the delay and the limit of the host need', () => {
    for (const { spec, container } of kubernetes.map(podOf)) {
      const env = [...(container['env'] ?? [])].map((each) => each as Record<string, string>)
      const delay = Number(env.find(({ name }) => name === 'HOST_STOP_DELAY')?.['value'])
      const limit = Number(variables.HOST_STOP_TIMEOUT.default)
      assert.ok(Number(spec['terminationGracePeriodSeconds']) >= delay + 1.5 * limit + 5)
      const [ready, alive] = ['readinessProbe', 'livenessProbe'].map((probe) => container[probe]?.['httpGet']?.['path'])
      assert.deepEqual([ready, alive], ['/readyz', '/healthz'])
    }
  })

  test('only a host on PostgreSQL has several pods', () => {
    const replicas = kubernetes.map((documents) => documents.find((each) => each['kind'] === 'Deployment')?.['spec'])
    assert.deepEqual(
      replicas.map((spec) => [spec?.['replicas'], spec?.['strategy']?.['type']]),
      [
        [1, 'Recreate'],
        [2, 'RollingUpdate'],
      ],
    )
    const [service] = documentsOf('kubernetes/service.yaml')
    assert.equal(service?.['spec']?.['ports']?.[0]?.['targetPort'], 'http')
  })

  test('the systemd unit is valid and confines the host', { skip: withoutSystemd() }, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'host-unit-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const unit = join(folder, 'host.service')
    writeFileSync(unit, read('host.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    execFileSync('systemd-analyze', ['verify', '--man=no', unit], { stdio: 'pipe' })
    // Of 10; a unit without any of these settings has 9.6.
    execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit], { stdio: 'pipe' })
  })
})

function withoutSystemd(): string | false {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' })
    return false
  } catch {
    return 'systemd is not installed'
  }
}
