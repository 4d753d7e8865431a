/**
 * Returns a function that returns one object per owner, such as the database of a service, made on
 * the first call with that call's context. All state that belongs to one instance of a service and
 * not to the process is held this way.
 */
export function perOwner<Ctx, Made extends object>(
  ownerOf: (ctx: Ctx) => object,
  make: (ctx: Ctx) => Made,
): (ctx: Ctx) => Made {
  const kept = new WeakMap<object, Made>()
  return (ctx) => kept.getOrInsertComputed(ownerOf(ctx), () => make(ctx))
}
