import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signRequest, type AwsSigner, type UnsignedRequest } from './sign-request.ts'

/** Cases of the Signature Version 4 test suite that AWS publishes, and the example of its documentation for IAM. */
const signer: AwsSigner = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
}
const now = Date.parse('2015-08-30T12:36:00Z')

const request = (method: string, path: string, rest: Partial<UnsignedRequest> = {}): UnsignedRequest => {
  return { method, url: new URL(path, 'https://example.amazonaws.com'), headers: {}, body: '', ...rest }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const listUsers: UnsignedRequest = {
  ...request('GET', '/'),
  url: new URL('https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08'),
  headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
}

const cases: readonly (readonly [string, UnsignedRequest, string, string?])[] = [
  ['get-vanilla', request('GET', '/'), '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    request('GET', '/?Param2=value2&Param1=value1'),
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  ['post-vanilla', request('POST', '/'), '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-x-www-form-urlencoded',
    request('POST', '/', { headers: form, body: 'Param1=value1' }),
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
  ['ListUsers of IAM', listUsers, '5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7', 'iam'],
]

for (const [title, unsigned, signature, service = 'service'] of cases) {
  test(`the published signature of ${title} is the one that is made`, () => {
    const { authorization } = signRequest({ ...signer, service }, unsigned, now)
    assert.equal(authorization?.split('Signature=')[1], signature)
  })
}
