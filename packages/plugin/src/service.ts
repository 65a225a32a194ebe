declare const serviceType: unique symbol

/**
 * The name of a service and, as a type, its shape. Provider and consumer meet at the token, never at each other.
 * @example export const Greeter = serviceToken<{ greet(name: string): string }>('hello.greeter')
 */
export interface ServiceToken<Service> {
  readonly name: string
  readonly [serviceType]?: (service: Service) => Service
}

/**
 * Makes a token. Two tokens of one name are one service, so that a consumer may declare its own mirror of the shape.
 * @param name `<plugin>.<service>`; the host's own services start with `core.`
 * @throws TypeError when the name has another form
 * @since 1.0.0
 */
export function serviceToken<Service>(name: string): ServiceToken<Service> {
  if (!/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/.test(name)) {
    throw new TypeError(
      `"${name}" is not a service name: write <plugin>.<service> in lower case, such as "hello.greeter".`,
    )
  }
  return Object.freeze({ name })
}
