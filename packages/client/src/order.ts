/** Returns the number of a placed order: the data of that response is JSON in a text. */
export function orderNoOf(placed: string): string {
  const order: unknown = JSON.parse(placed)
  const number = typeof order === 'object' && order !== null && Reflect.get(order, 'order_no')
  if (typeof number !== 'string') throw new TypeError('the response to an order has no number')
  return number
}
