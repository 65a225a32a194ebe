import type { SecondFactor, SignInAnswer } from '@host/platform-api/sign-in'
import type { CallArguments, Endpoint, EndpointOutput } from '@host/plugin-sdk'
import { useAttempt, type Attempt } from './useAttempt.ts'
import { useEnter } from './useEnter.ts'
import { useAnonymousCall } from './useAnonymousCall.ts'

type Input<E extends Endpoint> = [input: CallArguments<E>[0]]

/** Calls an endpoint that signs the reader in, then goes in, or on to the second factor. */
export function useSignIn<E extends Endpoint>(
  endpoint: EndpointOutput<E> extends SignInAnswer ? E : never,
  onSecondFactor?: (methods: readonly SecondFactor[]) => void,
): Attempt<Input<E>> {
  const call = useAnonymousCall()
  const enter = useEnter()
  return useAttempt<Input<E>>(async (input) => {
    const answer = (await call<E>(endpoint, ...([input] as unknown as CallArguments<E>))) as SignInAnswer
    if (answer.status === 'second_factor') onSecondFactor?.(answer.methods)
    else await enter()
  })
}
