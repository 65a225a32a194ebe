import { QueryClient } from '@tanstack/react-query'
import { ClientError } from '@host/client'

const attempts = 3
/** How long a write is remembered once its page is gone, in milliseconds: it may hold a secret. */
const writeMilliseconds = 1_000

/**
 * The one place where server data lives. Reads are tried again when no answer or a 5xx came; writes never.
 * @param isPresent whether the reader is signed in; a page that waits for them asks for nothing by itself
 */
export function createQueries(isPresent: () => boolean = () => true): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: isPresent,
        refetchOnReconnect: isPresent,
        retry: (failures, error) => failures < attempts - 1 && isPassing(error),
        retryDelay: (failures, error) => waitMilliseconds(failures, error),
      },
      mutations: { retry: false, gcTime: writeMilliseconds },
    },
  })
}

function isPassing(error: unknown): boolean {
  return error instanceof ClientError && (error.code === 'network' || error.code === 'timeout' || error.status >= 500)
}

function waitMilliseconds(failures: number, error: unknown): number {
  const asked = error instanceof ClientError ? error.retryAfterSeconds : undefined
  return Math.min(10_000, asked === undefined ? 500 * 2 ** failures : asked * 1_000)
}
