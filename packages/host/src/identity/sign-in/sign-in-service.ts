import type { SessionsService, SignInService } from '@host/plugin'

/** Makes the service `SignIn`. */
export function signInService(sessions: SessionsService): SignInService {
  return Object.freeze({
    proceed: async (request, { userId, orgId }) => {
      const { cookie, me } = await sessions.start(request, userId, orgId)
      return { status: 'signed_in', cookie, me }
    },
  } satisfies SignInService)
}
