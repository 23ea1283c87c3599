import { describe, expect, test } from 'vitest'
import { buildAppForThisTest, inWhole, type TestApp } from '../../../test/build-test-app.ts'
import { Leak } from '../../../test/singling-out/explore.ts'
import { ENOUGH, LAST_FINDER, search, TIMEOUT } from '../../../test/singling-out/search.ts'

describe('mutation check: with a weaker rule the same search identifies a person', () => {
  const beforeRelease = (name: string, change: string) =>
    `
    create function ${name}() returns trigger language plpgsql as $$ begin ${change} return new; end $$;
    create trigger ${name} before update on feedbacks for each row when (new.confidential and new.status = 'answered') execute function ${name}()`

  /** The last number is the run in which the search begins: with the usual seed it finds nothing before, and each run takes seconds. */
  const weaker: [string, (app: TestApp) => Promise<unknown>, number?][] = [
    [
      'each answer is shown at once',
      async ({ database: { pool } }) => {
        await pool.query('alter table companies drop constraint companies_confidentiality_threshold_check')
        await pool.query(
          `create function weaker() returns trigger language plpgsql as $$ begin new.confidentiality_threshold = 1; return new; end $$;
            create trigger weaker before update on companies for each row execute function weaker()`,
        )
      },
    ],
    [
      'after three answers each further one is shown at once',
      ({ database: { pool } }) =>
        pool.query(
          beforeRelease(
            'at_once',
            `if new.released_at is null and exists (select from feedbacks f where f.company_id = new.company_id
              and f.request_id = new.request_id and f.skill_id = new.skill_id and f.released_at is not null)
            then new.released_at = new.answered_at; end if;`,
          ),
        ),
      5,
    ],
    [
      'answers from outside count towards the threshold',
      ({ database: { pool } }) => pool.query(beforeRelease('outsiders', `new.giver_left = true;`)),
    ],
    [
      'the load of a colleague falls with a confidential answer',
      ({ database: { pool } }) =>
        pool.query(
          beforeRelease('falls', `update recipients set counts_until = null where company_id = new.company_id and id = new.recipient_id;`),
        ),
    ],
    [
      'what is shown together leaves the window one by one',
      ({ database: { pool } }) =>
        pool.query(beforeRelease('one_by_one', 'if new.released_at is not null then new.released_at = new.answered_at; end if;')),
      8,
    ],
    [
      'the totals are kept by the month of the answer',
      async ({ database: { pool } }) => {
        const made = await pool.query(`select pg_get_functiondef('count_answer'::regproc) as text`)
        await pool.query(String(made.rows[0]?.text).replaceAll('utc_month(f.released_at)', 'utc_month(f.answered_at)'))
      },
      5,
    ],
    [
      'accounts that an administrator made count',
      ({ database: { pool } }) =>
        pool.query(
          `create function settled() returns trigger language plpgsql as $$ begin
              new.access_changed_at = null;
              if new.activated_at is not null then new.activated_at = '2000-01-01'; end if;
              return new; end $$;
            create trigger settled before insert or update on users for each row execute function settled()`,
        ),
      3,
    ],
  ]
  test.each(inWhole(weaker, [...weaker.slice(0, 3), ...weaker.slice(-1)]))(
    '%s',
    async (_, weaken, from) => {
      const app = await buildAppForThisTest()
      await weaken(app)
      expect(from ?? 0, 'the search of the product passes this world').toBeLessThanOrEqual(LAST_FINDER)
      await expect(search(app, ENOUGH, from)).rejects.toThrow(Leak)
    },
    TIMEOUT,
  )
})
