import { useEffect, useState } from 'react'
import { ClientError, useClient, type EndpointInput } from '@host/plugin-sdk'
import { quoteOrder, type Quote } from '../../shared.ts'

/** Milliseconds without typing before the server is asked. */
const pause = 300

interface Answer {
  readonly quote: Quote | undefined
  readonly error: ClientError | null
}

const none: Answer = { quote: undefined, error: null }

/** The amounts of an order as the server computes them; the last ones until it has answered. */
export function useQuote(input: EndpointInput<typeof quoteOrder> | undefined): Answer {
  const client = useClient()
  const [answer, setAnswer] = useState(none)
  const key = input === undefined ? '' : JSON.stringify(input)
  useEffect(() => {
    if (key === '') return undefined
    const asking = new AbortController()
    const { signal } = asking
    async function ask(): Promise<void> {
      try {
        const quote = await client.call(quoteOrder, JSON.parse(key) as EndpointInput<typeof quoteOrder>, { signal })
        setAnswer({ quote, error: null })
      } catch (error) {
        if (!signal.aborted && error instanceof ClientError) setAnswer({ quote: undefined, error })
      }
    }
    const timer = setTimeout(() => void ask(), pause)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [client, key])
  return key === '' ? none : answer
}
