import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signRequest, type UnsignedRequest } from './sign-request.ts'

/** The published examples of "Authenticating Requests: Using the Authorization Header" of the S3 documentation. */
const signer = {
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const now = Date.parse('2013-05-24T00:00:00Z')
const none = new Uint8Array()

const examples: readonly (readonly [title: string, request: UnsignedRequest, signature: string])[] = [
  [
    'getting an object',
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
      body: none,
    },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'putting an object',
    {
      method: 'PUT',
      url: new URL('https://examplebucket.s3.amazonaws.com/test%24file.text'),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: new TextEncoder().encode('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'a query without a value',
    { method: 'GET', url: new URL('https://examplebucket.s3.amazonaws.com/?lifecycle'), headers: {}, body: none },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'listing objects',
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J'),
      headers: {},
      body: none,
    },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

for (const [title, request, signature] of examples) {
  test(`the published signature of ${title} is the one that is made`, () => {
    const { authorization } = signRequest(signer, request, now)
    assert.equal(authorization?.split('Signature=')[1], signature)
  })
}
