/**
 * Writes a small database in the MaxMind DB format 2.0: a search tree of 24-bit records over the bits of addresses, 16
 * zero bytes, the data section, and the metadata behind their marker.
 */
import { Buffer } from 'node:buffer'

/** Data of networks, by `address/length`. */
export type Networks = Readonly<Record<string, unknown>>

interface Node {
  left: Node | Leaf | undefined
  right: Node | Leaf | undefined
}

interface Leaf {
  readonly data: unknown
}

export interface MmdbOptions {
  readonly type?: string
  readonly ipVersion?: 4 | 6
}

export function writeMmdb(networks: Networks, { type = 'Test-City', ipVersion = 6 }: MmdbOptions = {}): Buffer {
  const root: Node = { left: undefined, right: undefined }
  for (const [network, data] of Object.entries(networks)) insert(root, bitsOf(network, ipVersion), { data })
  const nodes: Node[] = []
  collect(root, nodes)
  const offsets = new Map<Leaf, number>()
  const parts: Buffer[] = []
  let length = 0
  const recordOf = (child: Node | Leaf | undefined): number => {
    if (child === undefined) return nodes.length
    if (!('data' in child)) return nodes.indexOf(child)
    if (!offsets.has(child)) {
      const encoded = encode(child.data)
      offsets.set(child, length)
      parts.push(encoded)
      length += encoded.length
    }
    return nodes.length + 16 + (offsets.get(child) ?? 0)
  }
  const tree = Buffer.concat(nodes.flatMap(({ left, right }) => [unsigned(recordOf(left)), unsigned(recordOf(right))]))
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_767_225_600,
    database_type: type,
    description: { en: 'For tests' },
    ip_version: ipVersion,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 24,
  })
  return Buffer.concat([tree, Buffer.alloc(16), ...parts, Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'), metadata])
}

function unsigned(value: number): Buffer {
  const bytes = Buffer.alloc(3)
  bytes.writeUIntBE(value, 0, 3)
  return bytes
}

function insert(root: Node, bits: string, leaf: Leaf): void {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const side = bit === '0' ? 'left' : 'right'
    const next = node[side]
    if (next !== undefined && 'data' in next) throw new Error('Networks of the test lie in each other.')
    node = node[side] = next ?? { left: undefined, right: undefined }
  }
  node[bits.endsWith('0') ? 'left' : 'right'] = leaf
}

function collect(node: Node, nodes: Node[]): void {
  nodes.push(node)
  for (const child of [node.left, node.right]) if (child !== undefined && !('data' in child)) collect(child, nodes)
}

/** IPv4 lies in the tree of IPv6 behind 96 zeros. */
function bitsOf(network: string, ipVersion: 4 | 6): string {
  const [address = '', length = '0'] = network.split('/')
  if (!address.includes(':')) {
    const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'))
    return (ipVersion === 6 ? '0'.repeat(96) : '') + bits.join('').slice(0, Number(length))
  }
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const after = tail.split(':').filter((group) => group !== '')
  const all = [...groups, ...Array.from({ length: 8 - groups.length - after.length }, () => '0'), ...after]
  return all
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('')
    .slice(0, Number(length))
}

const kinds = { text: 2, unsigned: 6, map: 7, array: 11 } as const

function encode(value: unknown): Buffer {
  if (typeof value === 'string') {
    return Buffer.concat([control(kinds.text, Buffer.byteLength(value)), Buffer.from(value)])
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([control(kinds.unsigned, 4), bytes])
  }
  if (Array.isArray(value)) return Buffer.concat([control(kinds.array, value.length), ...value.map(encode)])
  const entries = Object.entries(value as object)
  return Buffer.concat([control(kinds.map, entries.length), ...entries.flat().map(encode)])
}

/** Kinds above 7 stand in a byte of their own; nothing in a test is longer than 284. */
function control(kind: number, size: number): Buffer {
  const first = (kind > 7 ? 0 : kind << 5) | Math.min(size, 29)
  return Buffer.from([first, ...(kind > 7 ? [kind - 7] : []), ...(size >= 29 ? [size - 29] : [])])
}
