/** Resources used by a server under test since its start. */
export interface Usage {
  /** Of all its threads and processes, in user and system mode, in microseconds. */
  readonly cpu: number
  /** Milliseconds that its event loop was late at the 99th percentile since the last question, where it measures that. */
  readonly loopDelay?: number | undefined
  /** Milliseconds that its event loop was late at most since the last question, where it measures that. */
  readonly longestDelay?: number | undefined
  /** Milliseconds of CPU time of the longest turn of its event loop since the last question, where it measures that. */
  readonly longestTurn?: number | undefined
}

/** A server that runs in this process. */
export interface RunningServer {
  readonly port: number
  /** Of a second server in the same process, to be compared with the first one; undefined when there is none. */
  readonly otherPort?: number
  /** Of its other processes; undefined when it has none. */
  others?(): Promise<Pick<Usage, 'cpu' | 'longestDelay'>>
  /** See `Usage`. */
  loopDelay?(): number
  /** See `Usage`. */
  longestTurn?(): number
  close(): Promise<void>
}

/**
 * Starts a server, sends the parent its port, and sends its usage whenever the parent asks, until the parent
 * disconnects.
 */
export async function serveParent<Options>(start: (options: Options) => Promise<RunningServer>): Promise<void> {
  const server = await start(JSON.parse(process.argv[2] ?? 'null') as Options)
  const tell = (message: object): void => void process.send?.(message)
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const others: Promise<Pick<Usage, 'cpu' | 'longestDelay'>> = server.others?.() ?? Promise.resolve({ cpu: 0 })
    void others.then(({ cpu, longestDelay }) =>
      tell({
        cpu: user + system + cpu,
        longestDelay,
        loopDelay: server.loopDelay?.(),
        longestTurn: server.longestTurn?.(),
      } satisfies Usage),
    )
  })
  process.once('disconnect', () => {
    void server.close().finally(() => process.exit())
  })
  tell({ port: server.port, otherPort: server.otherPort })
}
