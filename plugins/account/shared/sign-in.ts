import * as z from 'zod/mini'
import * as platform from '@host/platform-api/sign-in'
import { nothing } from '@host/plugin/wire'
import {
  Assertion,
  Code,
  Email,
  GivenPassword,
  Name,
  NewPassword,
  SetUpToken,
  SignedIn,
  SignInOut,
  WebAuthnJson,
  withSchemas,
} from './schemas.ts'

/** A way to sign in. */
const Method = z.object({
  id: z.string(),
  kind: z.enum(['password', 'passkey', 'oidc']),
  label: z.string(),
  loginUrl: z.optional(z.string()),
  icon: z.optional(z.string()),
})

/** Input of the setup wizard. */
export const SetUpInput = z.strictObject({
  token: SetUpToken,
  name: Name,
  email: Email,
  password: NewPassword,
  workspace: Name,
})

/** Input of the sign-in page; the password is taken unchanged, so that passwords of older rules stay usable. */
export const LoginInput = z.strictObject({ email: Email, password: GivenPassword })

export const listMethods = withSchemas(platform.listMethods, {
  input: z.object({ workspace: z.optional(z.string().check(z.maxLength(63))) }),
  output: z.array(Method),
})

export const readSignInPolicy = withSchemas(platform.readSignInPolicy, {
  input: nothing,
  output: z.object({
    canRegister: z.boolean(),
    canResetPassword: z.boolean(),
    isSetUp: z.boolean().check(z.describe('Whether the instance has its first admin.')),
  }),
})

export const setUp = withSchemas(platform.setUp, {
  input: SetUpInput,
  output: SignedIn,
})

export const login = withSchemas(platform.login, {
  input: LoginInput,
  output: SignInOut,
})

export const beginPasskeyLogin = withSchemas(platform.beginPasskeyLogin, {
  input: nothing,
  output: WebAuthnJson,
})

export const loginWithPasskey = withSchemas(platform.loginWithPasskey, {
  input: z.strictObject({ assertion: Assertion }),
  output: SignedIn,
})

export const beginSecondFactor = withSchemas(platform.beginSecondFactor, {
  input: nothing,
  output: WebAuthnJson,
})

export const proveSecondFactor = withSchemas(platform.proveSecondFactor, {
  input: z.strictObject({
    method: z.enum(['totp', 'recovery', 'passkey']),
    code: z.optional(Code),
    assertion: z.optional(Assertion),
  }),
  output: SignedIn,
})
