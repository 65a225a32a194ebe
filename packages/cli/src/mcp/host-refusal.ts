/** Why a host did not answer, as one sentence and as facts for a program. */

/** Report of a failed call. */
export interface HostRefusal {
  readonly sentence: string
  /** 0 when no answer came. */
  readonly status: number
  readonly code?: string
}

/** The report of an answer that is not a success. */
export function refusalOf(url: URL, status: number, text: string): HostRefusal {
  const said = readProblem(text)
  const code = said?.code === undefined ? {} : { code: said.code }
  const because = said?.detail === undefined ? '' : ` ${said.detail}`
  if (status === 401) return { sentence: `${url.origin} rejected the API token.${because}`, status, ...code }
  if (status === 403) return { sentence: `${url.origin} offers no tools to this API token.${because}`, status, ...code }
  if (status === 404) {
    return { sentence: `${url.origin} has no MCP endpoint at ${url.pathname}.${because}`, status, ...code }
  }
  return { sentence: `${url.origin} returned status ${status}.${because}`, status, ...code }
}

/** The report of a missing answer. */
export function unreachable(url: URL): HostRefusal {
  return { sentence: `${url.origin} could not be reached. Check the address and that the host is running.`, status: 0 }
}

interface Said {
  readonly code?: string
  readonly detail?: string
}

function readProblem(text: string): Said | undefined {
  try {
    const { code, detail, title } = JSON.parse(text) as Readonly<Record<string, unknown>>
    const sentence = [detail, title].find((each) => typeof each === 'string')
    return {
      ...(typeof code === 'string' && { code: code.slice(0, 100) }),
      ...(typeof sentence === 'string' && { detail: sentence.slice(0, 500).replaceAll(/\p{Cc}+/gu, ' ') }),
    }
  } catch {
    return undefined
  }
}
