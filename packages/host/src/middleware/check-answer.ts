/** @throws TypeError for values that aren't a web `Response`, or that HTTP does not allow; it is the plugin's error */
export function checkAnswer(plugin: string, response: unknown): asserts response is Response {
  if (!(response instanceof Response)) {
    throw new TypeError(
      `A handler of "${plugin}" answered with ${typeof response} instead of a Response; return json(…), noContent() or another one.`,
    )
  }
  if (response.status < 200 || response.status > 599) {
    throw new TypeError(`A handler of "${plugin}" answered with the status ${response.status}; write 200 to 599.`)
  }
}
