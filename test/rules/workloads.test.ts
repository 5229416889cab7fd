import { schedule, timeZone } from '../../src/private/cron';

test.each(['60 * * * *', '0 0 * * 7', '0 0 L * *', '@reboot', '*/0 * * * *', '5-1 * * * *', '@every 5', '* * * * * *', 'TZ=UTC 0 3 * * *', 'daily', ''])('schedule %j is refused', (value) => {
  expect(schedule(value, 'x')).toHaveLength(1);
});
test.each(['? * * * *', '0 0 * jan mon', '*/5 1-5/2 1,2 * *', '@hourly', '@every 1h30m', ' 0 0 * * * '])('schedule %j is accepted', (value) => {
  expect(schedule(value, 'x')).toEqual([]);
});
test.each(['Local', 'europe/berlin', 'Europe/Foo', 'GMT+2', '', 'PST', 'Us/eastern'])('zone %j is refused', (value) => expect(timeZone(value, 'x')).toHaveLength(1));
test.each(['Etc/GMT+2', 'US/Eastern', 'GB', 'UTC', 'Europe/Kyiv', 'Asia/Kolkata', 'EST5EDT'])('zone %j is accepted', (value) => expect(timeZone(value, 'x')).toEqual([]));
