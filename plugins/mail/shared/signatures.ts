import * as z from 'zod/mini'
import { displayNameComplaint, isDisplayName, nothing } from '@host/plugin/wire'
import { defineEndpoint } from '@host/plugin/zod'
import { writingLimits } from './writing-limits.ts'

const isBody = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const fields = {
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1),
      z.maxLength(writingLimits.signatureName),
      z.refine(isDisplayName, displayNameComplaint.en),
      z.describe('For your list of signatures.'),
    ),
  mailboxId: z
    .nullable(z.string().check(z.maxLength(60)))
    .check(z.describe('The mailbox that it is for; null for all of them.')),
  text: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(writingLimits.signatureText),
      z.refine(isBody, 'Remove the invisible characters.'),
      z.describe('The plain text.'),
    ),
  html: z.nullable(
    z
      .string()
      .check(
        z.maxLength(writingLimits.signatureHtml),
        z.refine(isBody, 'Remove the invisible characters.'),
        z.describe('The HTML, sent as it is; null to make it from the text.'),
      ),
  ),
  isDefault: z.boolean().check(z.describe('Whether new drafts of its mailbox have it.')),
}

const SignatureOut = z.object({
  id: z.string(),
  name: z.string(),
  mailboxId: z.nullable(z.string()),
  text: z.string(),
  html: z.nullable(z.string()),
  isDefault: z.boolean(),
})

/** A signature of the caller. */
export type Signature = z.infer<typeof SignatureOut>

const example: Signature = {
  id: 'mailsignature_01h455vb4pex5vsknk084sn02q',
  name: 'Support',
  mailboxId: null,
  text: 'Ada Lovelace\nSupport',
  html: null,
  isDefault: true,
}

export const listSignatures = defineEndpoint({
  pattern: 'GET /api/x/mail/signatures',
  input: nothing,
  output: z.object({ items: z.array(SignatureOut) }),
  summary: `List your signatures, at most ${writingLimits.signatures}`,
  examples: [{ input: undefined, output: { items: [example] } }],
})

export const createSignature = defineEndpoint({
  pattern: 'POST /api/x/mail/signatures',
  input: z.strictObject(fields),
  output: SignatureOut,
  status: 201,
  audit: 'mail_signature.created',
  summary: 'Create a signature of your own',
  errors: ['conflict'],
})

export const changeSignature = defineEndpoint({
  pattern: 'PUT /api/x/mail/signatures/{id}',
  input: z.strictObject(fields),
  output: SignatureOut,
  audit: 'mail_signature.changed',
  summary: 'Replace a signature; drafts keep their text',
})

export const deleteSignature = defineEndpoint({
  pattern: 'DELETE /api/x/mail/signatures/{id}',
  input: nothing,
  output: nothing,
  audit: 'mail_signature.deleted',
  summary: 'Delete a signature; drafts keep their text',
})
