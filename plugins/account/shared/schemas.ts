import * as z from 'zod/mini'
import { schemasWith } from '@host/platform-api/schemas-with'
import { displayNameComplaint, isDisplayName } from '@host/plugin/wire'

/** Endpoints that change something write no audit entry themselves: the host services do, for every caller. */
export { defineEndpoint } from '@host/plugin/zod'

/** Gives the definitions of `@host/platform-api` their schemas. */
export const withSchemas = schemasWith(z.toJSONSchema)

export const Email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254))
export const NewPassword = z.string().check(z.minLength(10), z.maxLength(256))
/** A password as it was once chosen, so that older rules stay usable. */
export const GivenPassword = z.string().check(z.minLength(1), z.maxLength(256))
export const Name = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(100), z.refine(isDisplayName, displayNameComplaint.en))
/** The secret of a link that was mailed. */
export const LinkToken = z.string().check(z.minLength(1), z.maxLength(100))
/** The token of the setup link. */
export const SetUpToken = z.string().check(z.minLength(1), z.maxLength(100))
/** Six digits of an authenticator app, or a recovery code. */
export const Code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
/** Input and output of the browser's WebAuthn API in its JSON form (WebAuthn Level 3, §5.1). */
export const WebAuthnJson = z.record(z.string(), z.unknown())

const encoded = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/**
 * A passkey's answer to a sign-in, in the same form: each part at most as long as authenticators make it. Whether it
 * proves anything is the host's to judge, so that a part which is missing is refused as any other wrong answer.
 */
export const Assertion = z.strictObject({
  id: encoded(1400),
  rawId: encoded(1400),
  type: encoded(32),
  response: z.optional(
    z.strictObject({
      clientDataJSON: encoded(4000),
      authenticatorData: encoded(4000),
      signature: encoded(8000),
      userHandle: z.nullish(z.string().check(z.maxLength(100))),
    }),
  ),
  authenticatorAttachment: z.nullish(z.string().check(z.maxLength(32))),
  // The host requests no extensions at sign-in and reads none.
  clientExtensionResults: z.optional(z.strictObject({})),
})

export const SignedIn = z.object({ status: z.literal('signed_in') })

/** A sign-in that is done, or one that waits for the second factor. */
export const SignInOut = z.union([
  SignedIn,
  z.object({ status: z.literal('second_factor'), methods: z.array(z.enum(['totp', 'recovery', 'passkey'])) }),
])
