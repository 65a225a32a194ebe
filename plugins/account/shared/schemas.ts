import * as z from 'zod/mini'
import { endpointsWith } from '@host/plugin/wire'

/** Those that change something write no audit entry by themselves: the services of the host do, whoever asks them. */
export const defineEndpoint = endpointsWith(z.toJSONSchema)

export const Email = z.string().check(z.trim(), z.minLength(3), z.maxLength(254))
export const NewPassword = z.string().check(z.minLength(10), z.maxLength(256))
/** A password as it was once chosen, so that older rules stay usable. */
export const GivenPassword = z.string().check(z.minLength(1), z.maxLength(256))
export const Name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
/** The secret of a link that was mailed. */
export const LinkToken = z.string().check(z.minLength(1), z.maxLength(100))
/** Six digits of an authenticator app, or a recovery code. */
export const Code = z.string().check(z.trim(), z.minLength(1), z.maxLength(40))
/** What the browser's WebAuthn API gives and takes, in its JSON form (WebAuthn Level 3, §5.1). */
export const WebAuthnJson = z.record(z.string(), z.unknown())

export const SignedIn = z.object({ status: z.literal('signed_in') })

/** A sign-in that is done, or one that waits for the second factor. */
export const SignInOut = z.union([
  SignedIn,
  z.object({ status: z.literal('second_factor'), methods: z.array(z.enum(['totp', 'recovery', 'passkey'])) }),
])

/** Larger than any answer of an authenticator, in bytes. */
export const webAuthnBodyLimit = 64 * 1024
