import { useEffect } from 'react'
import { useMutation, type ClientError, type EndpointInput } from '@host/plugin-sdk'
import { quoteOrder, type Quote } from '../../shared.ts'

type Input = EndpointInput<typeof quoteOrder>

/** Milliseconds without typing before the server is asked. */
const pause = 300

interface Answer {
  readonly quote: Quote | undefined
  readonly error: ClientError | null
}

/** The amounts of an order as the server computes them; none while it is asked. */
export function useQuote(input: Input | undefined): Answer {
  const { mutate, data, error } = useMutation(quoteOrder)
  const key = input === undefined ? '' : JSON.stringify(input)
  useEffect(() => {
    if (key === '') return undefined
    const timer = setTimeout(() => mutate(JSON.parse(key) as Input), pause)
    return () => clearTimeout(timer)
  }, [key])
  return key === '' ? { quote: undefined, error: null } : { quote: data, error }
}
