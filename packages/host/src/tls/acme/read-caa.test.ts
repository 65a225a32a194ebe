import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestNames } from '@host/acme/testing'
import { caaReader, requireCaa } from './read-caa.ts'

const accountUrl = 'https://ca.test/account/1'
const methods = ['http-01'] as const

test('CAA records of a name and those above it refuse an order before it is made', async () => {
  const names = await TestNames.start()
  try {
    const read = caaReader({ addresses: ['127.0.0.1'], port: names.port })
    const question = { identities: ['ca.test'], accountUrl, methods }
    names.add('refused.example.', 'CAA', '0 issue "other.test"')
    names.add('wild.example.', 'CAA', '0 issuewild ";"')
    const refused = { name: 'CertificateFailure', code: 'caa' }
    const account = `for the account ${accountUrl}`
    await assert.rejects(
      requireCaa('a.b.refused.example', read, { ...question, methods: ['http-01', 'tls-alpn-01'] }),
      {
        ...refused,
        message: `The CAA records don't permit ca.test to use http-01 or tls-alpn-01 ${account}.`,
      },
    )
    await assert.rejects(requireCaa('*.wild.example', read, question), refused)
    await requireCaa('wild.example', read, question)
    await requireCaa('free.example', read, question)
  } finally {
    await names.stop()
  }
})

test('a name server that does not answer leaves the decision to the authority', async () => {
  const read = async (): Promise<never> => {
    throw new Error('ESERVFAIL')
  }
  await requireCaa('a.example', read, { identities: ['ca.test'], accountUrl, methods })
})
