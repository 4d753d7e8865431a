/** Ends with 0 if the node in this container is ready; for the image's health check. */
const port = process.env['PORT'] ?? '3000'
try {
  const signal = AbortSignal.timeout(3_000)
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, { signal })
  process.exitCode = response.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
