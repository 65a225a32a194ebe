import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import {
  decodeData,
  decodeFields,
  decodeMessage,
  decodeName,
  encodeData,
  encodeFields,
  encodeMessage,
  encodeName,
  isSameName,
  isWithin,
  labelsOf,
  normalizeData,
  normalizeName,
  parentOf,
  typeName,
} from './index.ts'
import { recordTypes, type KnownType } from './record-types.ts'
import { names, valuesOf } from './testing/field-arbitraries.ts'

const numRuns = process.env['HOST_SOAK'] === '1' ? 20_000 : 300

const types = Object.keys(recordTypes) as KnownType[]

suite('what is written is read again, for each type of the table', () => {
  for (const type of types) {
    test(type, () => {
      fc.assert(
        fc.property(valuesOf(type), names, (values, name) => {
          const bytes = encodeFields(type, values as never)
          const data = decodeData(type, bytes)
          assert.deepEqual(decodeFields(type, bytes), values)
          assert.equal(Buffer.from(encodeData(type, data)).toString('hex'), Buffer.from(bytes).toString('hex'))
          assert.equal(normalizeData(type, data), data)
          assert.equal(normalizeData(type, `\\# ${bytes.length} ${Buffer.from(bytes).toString('hex')}`), data)
          if (type === 'TSIG') return
          const record = { name, type, class: 'IN', ttl: 60, data }
          const message = encodeMessage({ answers: [record, record], authorities: [record] })
          const { answers, authorities } = decodeMessage(message)
          assert.deepEqual([answers, authorities], [[record, record], [record]])
        }),
        { numRuns },
      )
    })
  }
})

test('RFC 3597 data of a type without an entry is kept as its bytes', () => {
  const unknown = fc.integer({ min: 300, max: 65_279 })
  fc.assert(
    fc.property(unknown, fc.uint8Array({ maxLength: 100 }), (code, bytes) => {
      const type = typeName(code)
      const data = decodeData(type, bytes)
      assert.match(data, /^\\# \d+/)
      assert.deepEqual(Buffer.from(encodeData(type, data)), Buffer.from(bytes))
    }),
    { numRuns },
  )
})

test('names of any bytes are read again, and their parts add up to them', () => {
  fc.assert(
    fc.property(names, (name) => {
      assert.equal(decodeName(encodeName(name)), name)
      assert.equal(normalizeName(name), name)
      const labels = labelsOf(name)
      assert.equal(labels.length === 0 ? '.' : labels.map((label) => `${label}.`).join(''), name)
      const parent = parentOf(name)
      if (parent === undefined) assert.equal(name, '.')
      else {
        assert.deepEqual(labelsOf(parent), labels.slice(1))
        assert.ok(isWithin(name, parent) && !isWithin(parent, name))
      }
      assert.ok(isSameName(name, name.toUpperCase()))
    }),
    { numRuns },
  )
})
