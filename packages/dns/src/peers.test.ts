import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import {
  encodeData,
  encodeFields,
  decodeData,
  labelsOf,
  normalizeData,
  normalizeName,
  type KnownType,
  type ServiceParameter,
} from './index.ts'
import { recordTypes, type FieldValues } from './record-types.ts'
import { startAnswerServer } from './testing/answer-server.ts'
import { missingTools } from './testing/debian-tools.ts'
import { names, valuesOf } from './testing/field-arbitraries.ts'

const isSoak = process.env['HOST_SOAK'] === '1'
const run = promisify(execFile)

/** TSIG is data of a message and not of a zone, so that no program has a text for it. */
const types = (Object.keys(recordTypes) as KnownType[]).filter((type) => type !== 'TSIG')

/** Values that kdig writes as its own reader takes them: it has no escapes in `alpn`, and no years after 2038. */
const isForKdig = ({ expiration = 0, inception = 0, parameters = [] }: FieldValues): boolean =>
  Number(expiration) < 2 ** 31 &&
  Number(inception) < 2 ** 31 &&
  (parameters as readonly ServiceParameter[]).every(({ key, value }) => key !== 1 || isPlain(value))

function isPlain(value: Uint8Array): boolean {
  return value.every((byte) => byte < 21 || /[a-z\d/.,\\]/i.test(String.fromCharCode(byte)))
}

/**
 * Values that BIND takes: it wants a type in NSEC, years around now and all labels of the signer in RRSIG, and does not
 * know `ohttp`.
 */
const isForBind = (values: FieldValues): boolean => {
  const { expiration = now, inception = now, types: listed = ['A'], signer = '.', labels = 127 } = values
  const { parameters = [] } = values
  return (
    [expiration, inception].every((time) => Math.abs(Number(time) - now) < 2 ** 30) &&
    (listed as readonly string[]).length > 0 &&
    labelsOf(signer as string).length <= Number(labels) &&
    (parameters as readonly ServiceParameter[]).every(({ key }) => key !== 8)
  )
}

const now = Math.floor(Date.now() / 1_000)

/** Fields that BIND checks closer than by their form. */
const ofBind: Readonly<Record<string, FieldValues>> = {
  NAPTR: { flags: Buffer.from('u'), regexp: Buffer.from('!^.*$!sip:a@b.c!') },
  DS: { digestType: 2, digest: Buffer.alloc(32, 1) },
  SSHFP: { fingerprintType: 2, fingerprint: Buffer.alloc(32, 1) },
}

const recordsOf = (type: KnownType) =>
  fc.array(
    fc.tuple(names, valuesOf(type).filter(isForKdig)).map(([name, values]) => {
      return { name, type, ttl: 60, data: decodeData(type, encodeFields(type, values as never)) }
    }),
    { minLength: 4, maxLength: 12, size: 'max' },
  )

suite('kdig prints what we write as we do', { skip: missingTools('kdig'), concurrency: 2 }, () => {
  for (const type of types) {
    test(type, async (t) => {
      const server = await startAnswerServer(t)
      const property = fc.asyncProperty(recordsOf(type), async (records) => {
        server.answers = records
        const flags = ['+noall', '+answer', '+ignore', '+retry=0', '+bufsize=65535', '+noidn']
        const { stdout } = await run('kdig', ['@127.0.0.1', '-p', String(server.port), 'a.', type, ...flags])
        const printed = stdout.split('\n').filter((line) => line !== '')
        assert.deepEqual(
          printed.map(readLine),
          records.map(({ name, ttl, data }) => ({ name, ttl, type, data })),
        )
      })
      await fc.assert(property, { numRuns: isSoak ? 300 : 3, endOnFailure: !isSoak })
    })
  }
})

/** `name ttl class type data` */
function readLine(line: string): object {
  const {
    name = '',
    ttl,
    type = '',
    data = '',
  } = /^(?<name>\S+)\s+(?<ttl>\d+)\s+IN\s+(?<type>\S+)\s*(?<data>.*)$/.exec(line)?.groups ?? {}
  return { name: normalizeName(name), ttl: Number(ttl), type, data: normalizeData(type, data) }
}

suite('BIND writes the bytes of our texts as we do', { skip: missingTools('named-rrchecker'), concurrency: 2 }, () => {
  for (const type of types) {
    test(type, async () => {
      const property = fc.asyncProperty(valuesOf(type).filter(isForBind), async (values) => {
        const data = decodeData(type, encodeFields(type, { ...values, ...ofBind[type] } as never))
        const printed = await checkRecord(`IN ${type} ${data}\n`)
        const [, , ...unknown] = printed.trim().split(/\s+/)
        const bytes = Buffer.from(encodeData(type, data))
        assert.equal(unknown.join(' ').toLowerCase(), `\\# ${bytes.length} ${bytes.toString('hex')}`.trim(), data)
      })
      await fc.assert(property, { numRuns: isSoak ? 500 : 6, endOnFailure: !isSoak })
    })
  }
})

async function checkRecord(text: string): Promise<string> {
  const checker = run('named-rrchecker', ['-u'])
  checker.child.stdin?.end(text)
  return (await checker).stdout
}
