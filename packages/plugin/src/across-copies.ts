/**
 * Classes of the contract across copies of this package: a host and a plugin with an install of its own load one each, and
 * an error or a policy of the one reaches the other. So a class is recognized by a brand on its prototype, a registered symbol,
 * and not by the identity of its constructor. A class that extends a branded one is matched as usual unless it has its own brand.
 *
 * A brand proves nothing about who made an object. None of these classes grants a right: see `SafeClient`.
 */
type AnyClass = abstract new (...args: never[]) => object

/** Makes `instanceof` of a class true for instances of every copy of it. */
export function matchAcrossCopies(type: AnyClass, name: string): void {
  const brand = Symbol.for(`@host/plugin/${name}`)
  Object.defineProperty(type.prototype, brand, { value: true })
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      const isOfThisCopy = Function.prototype[Symbol.hasInstance].call(this, value)
      return isOfThisCopy || (this === type && typeof value === 'object' && value !== null && brand in value)
    },
  })
}
