// A fetch that waits as the server says: the first answer is a 429 with Retry-After, the second is served.
import { createServer } from 'node:http';
import { createFetch, reportOf } from 'holdoff';

let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  if (requests === 1) response.writeHead(429, { 'retry-after': '1' }).end('slow down');
  else response.end('here you are');
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));

const fetch = createFetch({ maxAttempts: 4, deadlineMs: '30s' });
const response = await fetch(`http://127.0.0.1:${server.address().port}/`);

const { attempts, refusals, elapsedMs } = reportOf(response);
console.log(response.status, await response.text());
console.log(`${attempts} attempts, ${refusals} refused, waited at least a second: ${elapsedMs >= 1000}`);
server.close();

// Output:
// 200 here you are
// 2 attempts, 1 refused, waited at least a second: true
