// Octokit: its plugins for retries and for throttling are off, and GitHub's two kinds of limits are told apart by holdoff.
import { createClient, policyFor, sdkOptions } from 'holdoff';
import { Octokit } from 'octokit';

// Stands in for the API: the secondary limit comes as a 403 with a Retry-After.
let requests = 0;
const api = async () =>
  ++requests === 1
    ? Response.json(
        { message: 'You have exceeded a secondary rate limit.' },
        { status: 403, headers: { 'retry-after': '1' } },
      )
    : Response.json({ full_name: 'octo/cat' });

const client = createClient(policyFor('github'), { fetch: api });
const octokit = new Octokit({ auth: 'test', ...sdkOptions('octokit', client) });

const { data } = await octokit.rest.repos.get({ owner: 'octo', repo: 'cat' });
console.log(data.full_name, `${requests} requests`);

// Output:
// octo/cat 2 requests
