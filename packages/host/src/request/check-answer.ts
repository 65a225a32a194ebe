/** @throws TypeError for values that aren't a web `Response`, or that HTTP does not allow; it is the plugin's error */
export function checkAnswer(plugin: string, response: unknown): asserts response is Response {
  if (!(response instanceof Response)) {
    throw new TypeError(
      `A handler of "${plugin}" returned ${typeof response} instead of a Response; return json(…), noContent(), or another Response.`,
    )
  }
  if (response.status < 200 || response.status > 599) {
    throw new TypeError(`A handler of "${plugin}" returned the status ${response.status}; use 200 to 599.`)
  }
}
