import { familyBy, type Distribution, type MetricFamily, type MetricPoint } from './metric-family.ts'

/** Seconds. Few, since each is a series for every plugin. */
const bounds = Object.freeze([0.005, 0.025, 0.1, 0.5, 1, 2.5, 10])

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const
const methodPlaces: ReadonlyMap<string, number> = new Map(methods.map((method, place) => [method, place]))
const otherMethod = methods.length - 1

/** The first digits that a status has. */
const classes = 5

class PluginRequests {
  readonly byMethod = new Float64Array(methods.length * classes)
  readonly byTime = new Float64Array(bounds.length + 1)
  seconds = 0
}

/**
 * Counts answers by plugin, method, class of status and time, since the host started. A client chooses none of the labels:
 * an unknown method is `other`.
 */
export class RequestMetrics {
  readonly #plugins = new Map<string, PluginRequests>()

  note(
    plugin: string,
    { method, status }: { readonly method: string; readonly status: number },
    seconds: number,
  ): void {
    const requests = this.#plugins.get(plugin) ?? this.#open(plugin)
    const place = (methodPlaces.get(method) ?? otherMethod) * classes + Math.trunc(status / 100) - 1
    requests.byMethod[place] = (requests.byMethod[place] ?? 0) + 1
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
    requests.byTime[bucket] = (requests.byTime[bucket] ?? 0) + 1
    requests.seconds += seconds
  }

  families(): readonly MetricFamily[] {
    const plugins = [...this.#plugins]
    return [
      {
        name: 'host_http_requests',
        type: 'counter',
        help: 'Completed requests, by plugin, method, and status class.',
        points: plugins.flatMap(([plugin, { byMethod }]) => pointsOf(plugin, byMethod)),
      },
      familyBy(
        'plugin',
        { name: 'host_http_request_duration_seconds', type: 'histogram', help: 'Response time in seconds.' },
        plugins.map(([plugin, requests]) => [plugin, distributionOf(requests)]),
      ),
    ]
  }

  #open(plugin: string): PluginRequests {
    const requests = new PluginRequests()
    this.#plugins.set(plugin, requests)
    return requests
  }
}

function distributionOf({ byTime, seconds }: PluginRequests): Distribution {
  return { bounds, counts: [...byTime], sum: seconds }
}

function pointsOf(plugin: string, byMethod: Float64Array): readonly MetricPoint[] {
  return [...byMethod].flatMap((value, place) => {
    const method = methods[Math.floor(place / classes)] ?? ''
    return value === 0 ? [] : [{ labels: { plugin, method, status: `${(place % classes) + 1}xx` }, value }]
  })
}
