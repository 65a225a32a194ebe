/**
 * The bill of materials of an executable, in CycloneDX 1.6: the packages whose code is in it, its plugins, and the Node
 * that runs it. Equal input gives equal bytes, so it names neither a time nor a machine.
 */
import { createHash } from 'node:crypto'
import type { BuildInfo, PluginInfo } from '../embedded/build-info.ts'
import type { ContainedPackage } from './packages-of-modules.ts'

/** Contents of an executable. */
export interface BillInput {
  readonly info: BuildInfo
  readonly packages: readonly ContainedPackage[]
  /** `sha512-…` in Base64 by `name@version`, for packages of the lock file. */
  readonly integrities: ReadonlyMap<string, string>
  /** Versions inside of Node by name, as in `process.versions`. */
  readonly nodeParts: Readonly<Record<string, string | undefined>>
  /** License of the product. */
  readonly license: string
}

/** A component, with the members of CycloneDX 1.6 that are used. */
interface Component {
  readonly type: 'application' | 'library' | 'platform'
  readonly 'bom-ref': string
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl?: string
  readonly cpe?: string
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[]
  readonly licenses?: readonly object[]
  readonly properties?: readonly Property[]
  readonly components?: readonly Component[]
}

interface Property {
  readonly name: string
  readonly value: string
}

/** Identifiers of the SPDX list that a package may state alone; any other text goes in as a name. */
const identifiers =
  /^(?:MIT|MIT-0|0BSD|Apache-2\.0|BSD-[23]-Clause|ISC|MPL-2\.0|OFL-1\.1|Unlicense|CC0-1\.0|CC-BY-4\.0|BlueOak-1\.0\.0|[AL]?GPL-[23]\.0-(?:only|or-later))$/

/** The text of a bill of materials. */
export function billOfMaterials(input: BillInput): string {
  const { info } = input
  const ref = `host@${info.version}`
  const components = [...input.packages.map((each) => packageComponent(each, input)), nodeComponent(input)]
  const metadata = {
    component: {
      type: 'application',
      'bom-ref': ref,
      name: 'host',
      version: info.version,
      licenses: licensesOf(input.license),
      properties: [{ name: 'host:digest', value: info.digest }],
    },
  }
  const contents = { metadata, components: components.toSorted((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)) }
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialNumber(contents), version: 1 }
  const schema = { $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json' }
  return `${JSON.stringify({ ...schema, ...head, ...contents }, null, 2)}\n`
}

function packageComponent(contained: ContainedPackage, { info, integrities }: BillInput): Component {
  const { name, version, license, isPrivate, parts } = contained
  const [, group, base = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? []
  const integrity = integrities.get(`${name}@${version}`)
  const id = `${name}@${version}`
  return {
    type: 'library',
    'bom-ref': id,
    ...(group === undefined ? {} : { group }),
    name: base,
    version,
    ...(isPrivate ? {} : { purl: `pkg:npm/${name.replace('@', '%40')}@${version}` }),
    ...(integrity === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] }),
    ...(license === undefined ? {} : { licenses: licensesOf(license) }),
    properties: [
      ...[...parts].toSorted().map((part) => ({ name: 'host:part', value: part })),
      ...pluginProperties(name, info.plugins),
    ],
  }
}

/** Says which plugin a package is a half of. */
function pluginProperties(packageName: string, plugins: readonly PluginInfo[]): Property[] {
  return plugins.flatMap(({ name, outOfTree, server, web }) => {
    const half = [server, web].find((each) => each?.package === packageName)
    if (half === undefined) return []
    return [
      { name: 'host:plugin', value: name },
      { name: 'host:plugin:out-of-tree', value: String(outOfTree) },
      { name: 'host:plugin:digest', value: half.digest },
    ]
  })
}

/** Node has libraries of its own, which scanners look for. */
function nodeComponent({ info, nodeParts }: BillInput): Component {
  const version = info.node.replace(/^v/, '')
  const inside = Object.entries(nodeParts).flatMap(([name, part]) =>
    part === undefined || ['node', 'modules', 'napi'].includes(name) ? [] : [{ name, version: part }],
  )
  return {
    type: 'platform',
    'bom-ref': `node@${version}`,
    name: 'node',
    version,
    purl: `pkg:generic/node@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    licenses: licensesOf('MIT'),
    components: inside
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map((part) => ({ type: 'library', 'bom-ref': `node@${version}/${part.name}`, ...part })),
  }
}

function licensesOf(license: string): readonly object[] {
  const plain = license.replaceAll(/^\(|\)$/g, '')
  if (identifiers.test(plain)) return [{ license: { id: plain } }]
  const isExpression = / (?:OR|AND) /.test(plain) && plain.split(/ (?:OR|AND) /).every((each) => identifiers.test(each))
  return [isExpression ? { expression: plain } : { license: { name: license } }]
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex')
}

/** A UUID made of the contents (RFC 9562, version 8). */
function serialNumber(contents: object): string {
  const bytes = createHash('sha256').update(JSON.stringify(contents)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const [hex, uuid] = [bytes.toString('hex'), [8, 4, 4, 4, 12]]
  let at = 0
  return `urn:uuid:${uuid.map((length) => hex.slice(at, (at += length))).join('-')}`
}
