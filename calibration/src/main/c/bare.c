/* STOMP frames over bare sockets, as fast as a C program moves them: what bin/calibrate measures the load generator beside.
 *
 *   bare serve                       serves on a free port of 127.0.0.1, which it prints, until its standard input ends
 *   bare write PORT N SECONDS BODY   N connections send messages of BODY bytes
 *   bare read  PORT N SECONDS BODY   N connections subscribe, and are given messages without end
 *
 * `serve` speaks as much STOMP as our clients need: what is sent it throws away, and subscribers that ask for a flood get stamped
 * messages. `write` sends ready-made frames that are all alike; `read` looks at each frame's begin, end and sequence. They warm up
 * for half of SECONDS from the first message on, count for SECONDS, and print: messages a second, microseconds of CPU a message,
 * messages in all.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  STAMP = 20,
  LARGEST_HEAD = 1024,
  FLOODER = 1,
  BUFFER = 64 * 1024, /* what is written or read at once */
  SOCKET = 192 * 1024, /* of who writes: found to be the fastest, for what is on its way stays in the processor's cache */
  THREADS = 2
};

static void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}

static void check(int ok, const char *what) {
  if (!ok) fail("%s: %s", what, strerror(errno));
}

static int64_t nanos(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static double cpu_us(void) {
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 + u.ru_utime.tv_usec + u.ru_stime.tv_usec;
}

static void set_buffer(int fd) {
  int bytes = SOCKET;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static char *allocate(size_t bytes) {
  void *memory = NULL;
  if (posix_memalign(&memory, 4096, bytes)) fail("no memory");
  return memory;
}

/* ---- frames ---- */

static uint64_t get64(const char *at) {
  uint64_t value;
  memcpy(&value, at, 8);
  return __builtin_bswap64(value);
}

static void put64(char *at, uint64_t value) {
  value = __builtin_bswap64(value);
  memcpy(at, &value, 8);
}

/* As shootout.driver.Stamp. */
static void stamp(char *at, uint32_t producer, uint64_t sequence, uint64_t time, uint32_t body) {
  uint64_t mixed = (sequence ^ ((int64_t)(int32_t)producer << 32) ^ body) * 0x9e3779b97f4a7c15ULL;
  uint64_t sum = ((mixed ^ (mixed >> 29) ^ time) * 0xbf58476d1ce4e5b9ULL) >> 48;
  uint32_t swapped = __builtin_bswap32(producer);
  memcpy(at, &swapped, 4);
  put64(at + 4, sequence << 16 | sum);
  put64(at + 12, time);
}

static void hex12(char *at, uint64_t value) {
  static const char digits[] = "0123456789abcdef";
  for (int i = 11; i >= 0; i--, value >>= 4) at[i] = digits[value & 15];
}

/* Stands in a head where the message id is written in later, and is as long. */
#define ID_PLACE "@@@@@@@@@@@@"

/* Frames that are alike, one behind the other, as many as fit into a buffer. */
struct frames {
  char *bytes;
  size_t stride, count, head, id; /* id: where the message id stands in a head; 0: there is none */
};

static struct frames make_frames(const char *head, size_t body) {
  struct frames f = {.head = strlen(head), .stride = strlen(head) + body + 1};
  f.count = BUFFER < f.stride ? 1 : BUFFER / f.stride;
  f.bytes = allocate(f.count * f.stride);
  const char *gap = strstr(head, ID_PLACE);
  f.id = gap ? (size_t)(gap - head) : 0;
  for (size_t i = 0; i < f.count; i++) {
    char *frame = f.bytes + i * f.stride;
    memcpy(frame, head, f.head);
    memset(frame + f.head, 'x', body);
    stamp(frame + f.head, FLOODER, i, 0, body);
    frame[f.stride - 1] = 0;
  }
  return f;
}

/* The value of a header of the frame in `text`, in a buffer of the caller's; empty if there is none. */
static const char *header(const char *text, const char *name, char *into, size_t size) {
  into[0] = 0;
  size_t length = strlen(name);
  for (const char *line = text; line && *line != '\n'; line = strchr(line, '\n'), line += line != NULL)
    if (!strncmp(line, name, length) && line[length] == ':')
      snprintf(into, size, "%.*s", (int)strcspn(line + length + 1, "\r\n"), line + length + 1);
  return into;
}

/* ---- the server ---- */

enum mode { TALK, SINK, SOURCE };

struct peer {
  int fd;
  enum mode mode;
  char text[LARGEST_HEAD + 1]; /* the frame under way; of a sink the end of what was read */
  size_t have;
  char destination[256], subscription[64];
  struct frames frames;
  uint32_t producer;
  uint64_t sequence;
  size_t at, end; /* what of the frames is still to be written */
  char last[256]; /* to be said behind them */
  unsigned long long sunk; /* bytes behind the frames before the first SEND */
};

static void say(struct peer *p, const char *text) {
  /* with the NUL; so little always has room, but for who does not read what he is given: he is not told */
  if (write(p->fd, text, strlen(text) + 1) < 0) p->have = 0;
}

static void answer(struct peer *p, const char *frame) {
  char id[128];
  if (!header(frame, "receipt", id, sizeof id)[0]) return;
  snprintf(p->last, sizeof p->last, "RECEIPT\nreceipt-id:%s\nbytes:%llu\n\n", id, p->sunk);
  if (p->mode == SOURCE) { /* behind the message that is half written */
    size_t whole = (p->at + p->frames.stride - 1) / p->frames.stride * p->frames.stride;
    if (whole < p->end) p->end = whole;
  } else {
    say(p, p->last);
    p->last[0] = 0;
  }
}

static void subscribe(struct peer *p, const char *frame) {
  char flood[64], head[LARGEST_HEAD];
  unsigned body = 0;
  header(frame, "destination", p->destination, sizeof p->destination);
  header(frame, "id", p->subscription, sizeof p->subscription);
  header(frame, "flood", flood, sizeof flood);
  if (sscanf(flood, "%d,%u", (int *)&p->producer, &body) != 2 || body < STAMP) return;
  snprintf(head, sizeof head, "MESSAGE\nsubscription:%s\nmessage-id:" ID_PLACE "\ndestination:%s\ncontent-length:%u\n\n",
           p->subscription, p->destination, body);
  p->frames = make_frames(head, body);
  p->mode = SOURCE;
}

/* One whole frame that is no message. */
static void command(struct peer *p, const char *frame) {
  if (!strncmp(frame, "CONNECT\n", 8)) say(p, "CONNECTED\nversion:1.2\n\n");
  answer(p, frame);
  if (!strncmp(frame, "SUBSCRIBE\n", 10)) subscribe(p, frame);
}

/* Keeps the last bytes, for a DISCONNECT may come in pieces. */
static void sink(struct peer *p, const char *bytes, size_t count) {
  enum { TAIL = 128 };
  p->sunk += count;
  if (count >= TAIL) {
    memcpy(p->text, bytes + count - TAIL, p->have = TAIL);
  } else {
    size_t keep = p->have + count > TAIL ? TAIL - count : p->have;
    memmove(p->text, p->text + p->have - keep, keep);
    memcpy(p->text + keep, bytes, count);
    p->have = keep + count;
  }
  p->text[p->have] = 0;
  char *bye = memmem(p->text, p->have, "\0DISCONNECT\n", 12);
  if (bye && p->text[p->have - 1] == 0) {
    p->sunk -= p->text + p->have - bye - 1;
    command(p, bye + 1);
  }
}

/* Commands come singly; behind a first SEND everything is thrown away, but for a DISCONNECT at its end. */
static void talk(struct peer *p, const char *bytes, size_t count) {
  for (size_t i = 0; i < count && p->mode != SINK; i++) {
    if (!p->have && (bytes[i] == '\n' || bytes[i] == '\r')) continue;
    if (p->have < LARGEST_HEAD) p->text[p->have++] = bytes[i];
    p->text[p->have] = 0;
    if (p->have == 5 && !strcmp(p->text, "SEND\n")) {
      p->mode = SINK;
      sink(p, "\0SEND\n", 6);
      p->sunk--;
      sink(p, bytes + i + 1, count - i - 1);
    }
    if (bytes[i] == 0) {
      p->have = 0;
      command(p, p->text);
    }
  }
}

static int hear(struct peer *p, char *buffer) {
  ssize_t count = read(p->fd, buffer, BUFFER);
  if (count <= 0) return count < 0 && errno == EAGAIN;
  if (p->mode == SINK) sink(p, buffer, count);
  else talk(p, buffer, count);
  return 1;
}

static int feed(struct peer *p) {
  struct frames *f = &p->frames;
  if (p->at == p->end && !p->last[0]) {
    uint64_t now = nanos();
    uint32_t body = f->stride - f->head - 1;
    for (size_t i = 0; i < f->count; i++, p->sequence++) {
      char *frame = f->bytes + i * f->stride;
      hex12(frame + f->id, p->sequence);
      stamp(frame + f->head, p->producer, p->sequence, now, body);
    }
    p->at = 0;
    p->end = f->count * f->stride;
  }
  ssize_t count = write(p->fd, f->bytes + p->at, p->end - p->at);
  if (count > 0) p->at += count;
  if (p->last[0] && p->at == p->end) {
    say(p, p->last);
    p->mode = TALK;
  }
  return count >= 0 || errno == EAGAIN;
}

static int listening(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  check(fd >= 0 && !bind(fd, (struct sockaddr *)&address, length) && !listen(fd, 1024), "listen");
  check(!getsockname(fd, (struct sockaddr *)&address, &length), "getsockname");
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  return fd;
}

static void serve(void) {
  enum { MOST = 1024 };
  static struct peer *peers[MOST];
  static struct pollfd ready[MOST + 2];
  char *buffer = allocate(BUFFER);
  int server = listening(), count = 0;
  for (;;) {
    ready[0] = (struct pollfd){.fd = 0, .events = POLLIN};
    ready[1] = (struct pollfd){.fd = count < MOST ? server : -1, .events = POLLIN};
    for (int i = 0; i < count; i++)
      ready[i + 2] = (struct pollfd){.fd = peers[i]->fd, .events = POLLIN | (peers[i]->mode == SOURCE ? POLLOUT : 0)};
    check(poll(ready, count + 2, -1) >= 0 || errno == EINTR, "poll");
    if (ready[0].revents && read(0, buffer, 1) <= 0) return;
    int before = count;
    if (ready[1].revents) {
      peers[count] = calloc(1, sizeof(struct peer));
      int fd = peers[count++]->fd = accept(server, NULL, NULL), on = 1;
      check(fd >= 0 && !fcntl(fd, F_SETFL, O_NONBLOCK), "accept");
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
      set_buffer(fd);
    }
    for (int i = before - 1; i >= 0; i--) {
      struct peer *p = peers[i];
      int here = !(ready[i + 2].revents & ~POLLOUT) || hear(p, buffer);
      if (here && p->mode == SOURCE && ready[i + 2].revents & POLLOUT) here = feed(p);
      if (!here) {
        close(p->fd);
        free(p->frames.bytes);
        free(p);
        peers[i] = peers[--count];
      }
    }
  }
}

/* ---- the clients ---- */

static atomic_bool stopped;
static size_t body_bytes;
static int reads;

struct client {
  int fd;
  _Atomic uint64_t messages;
  /* of a writer: what of the frames is still to be written. Of a reader: bytes in the buffer, and where the next frame begins,
   * which may be behind them */
  size_t at, have;
  char *buffer;
  size_t stride, head;
  uint64_t sequence;
};

static void send_text(int fd, const char *text) {
  check(write(fd, text, strlen(text) + 1) == (ssize_t)strlen(text) + 1, "write");
}

/* Reads one short frame, byte by byte. */
static void expect(int fd, const char *command) {
  char text[LARGEST_HEAD] = "";
  size_t have = 0;
  do {
    check(read(fd, text + have, 1) == 1, "read");
    if (have || text[have] != '\n') have++;
  } while (have == 0 || (text[have - 1] && have < sizeof text));
  if (strncmp(text, command, strlen(command))) fail("expected %s, found %.*s", command, (int)have, text);
}

static void open_client(struct client *c, int port, int number) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(port)};
  c->fd = socket(AF_INET, SOCK_STREAM, 0);
  set_buffer(c->fd);
  check(c->fd >= 0 && !connect(c->fd, (struct sockaddr *)&address, sizeof address), "connect");
  send_text(c->fd, "CONNECT\naccept-version:1.2\nhost:127.0.0.1\n\n");
  expect(c->fd, "CONNECTED\n");
  char text[LARGEST_HEAD];
  if (reads) {
    c->buffer = allocate(BUFFER);
    snprintf(text, sizeof text, "SUBSCRIBE\nid:0\ndestination:/queue/bare_%d\nack:auto\nflood:%d,%zu\n\n", number, FLOODER,
             body_bytes);
    send_text(c->fd, text);
  }
}

/* The first message tells how long all are. */
static int learn(struct client *c) {
  char *end = memmem(c->buffer, c->have, "\n\n", 2);
  if (!end) return 0;
  if (strncmp(c->buffer, "MESSAGE\n", 8)) fail("not a message: %.30s", c->buffer);
  c->head = end + 2 - c->buffer;
  c->stride = c->head + body_bytes + 1;
  return 1;
}

/* Walks from frame to frame. */
static void look(struct client *c) {
  if (!c->stride && !learn(c)) return;
  uint64_t found = 0;
  size_t least = c->head + STAMP;
  if (c->at && c->at <= c->have && c->buffer[c->at - 1]) fail("a frame does not end where it should");
  while (c->at + least <= c->have) {
    const char *frame = c->buffer + c->at;
    if (*frame != 'M' || get64(frame + c->head + 4) >> 16 != c->sequence) fail("message %ld is wrong", (long)c->sequence);
    c->sequence++;
    c->at += c->stride;
    found++;
    if (c->at <= c->have && c->buffer[c->at - 1]) fail("message %ld does not end where it should", (long)c->sequence - 1);
  }
  atomic_fetch_add_explicit(&c->messages, found, memory_order_relaxed);
  if (c->at >= c->have) {
    c->at -= c->have;
    c->have = 0;
  } else {
    memmove(c->buffer, c->buffer + c->at, c->have -= c->at);
    c->at = 0;
  }
}

static void read_once(struct client *c) {
  ssize_t count = read(c->fd, c->buffer + c->have, BUFFER - c->have);
  check(count > 0 || (count < 0 && errno == EAGAIN), "read");
  if (count > 0) {
    c->have += count;
    look(c);
  }
}

static void write_once(struct client *c, const struct frames *f) {
  size_t all = f->count * f->stride;
  ssize_t count = write(c->fd, f->bytes + c->at, all - c->at);
  check(count > 0 || (count < 0 && errno == EAGAIN), "write");
  if (count > 0) {
    atomic_fetch_add_explicit(&c->messages, (c->at + count) / f->stride - c->at / f->stride, memory_order_relaxed);
    c->at = (c->at + count) % all;
  }
}

struct share {
  struct client *clients;
  int count;
};

/* The clients of one thread: each as soon as its socket is ready. */
static void *work(void *argument) {
  struct share *share = argument;
  struct frames frames = {0};
  if (!reads) {
    char head[LARGEST_HEAD];
    snprintf(head, sizeof head, "SEND\ndestination:/queue/calibration_1\ncontent-length:%zu\n\n", body_bytes);
    frames = make_frames(head, body_bytes);
  }
  struct pollfd *ready = calloc(share->count, sizeof *ready);
  for (int i = 0; i < share->count; i++) {
    ready[i] = (struct pollfd){.fd = share->clients[i].fd, .events = reads ? POLLIN : POLLOUT};
    if (share->count > 1) fcntl(ready[i].fd, F_SETFL, O_NONBLOCK);
  }
  while (!atomic_load_explicit(&stopped, memory_order_relaxed)) {
    if (share->count > 1) check(poll(ready, share->count, 100) >= 0, "poll");
    for (int i = 0; i < share->count; i++)
      if (share->count == 1 || ready[i].revents) {
        if (reads) read_once(share->clients + i);
        else write_once(share->clients + i, &frames);
      }
  }
  for (int i = 0; i < share->count; i++) {
    struct client *c = share->clients + i;
    fcntl(c->fd, F_SETFL, 0);
    if (!reads) {
      while (c->at % frames.stride) { /* the rest of a frame */
        struct frames one = {.bytes = frames.bytes, .stride = frames.stride, .count = c->at / frames.stride + 1};
        write_once(c, &one);
      }
      send_text(c->fd, "DISCONNECT\nreceipt:bye\n\n");
      expect(c->fd, "RECEIPT\n");
    }
    close(c->fd);
  }
  return NULL;
}

static uint64_t sum(struct client *clients, int count) {
  uint64_t all = 0;
  for (int i = 0; i < count; i++) all += atomic_load_explicit(&clients[i].messages, memory_order_relaxed);
  return all;
}

static void run(int port, int connections, double seconds) {
  struct client *clients = calloc(connections, sizeof *clients);
  int threads = connections < THREADS ? connections : THREADS;
  struct share *shares = calloc(threads, sizeof *shares);
  pthread_t *running = calloc(threads, sizeof *running);
  for (int i = 0; i < connections; i++) open_client(clients + i, port, i + 1);
  for (int i = 0, from = 0; i < threads; i++) {
    int to = connections * (i + 1) / threads;
    shares[i] = (struct share){clients + from, to - from};
    from = to;
    check(!pthread_create(running + i, NULL, work, shares + i), "pthread_create");
  }
  /* on a busy machine the first message may take longer than SECONDS */
  int64_t patience = nanos() + 20 * 1000000000LL;
  while (!sum(clients, connections)) {
    if (nanos() > patience) fail("no message within 20 seconds");
    usleep(1000);
  }
  usleep(seconds / 2 * 1e6);
  uint64_t messages = sum(clients, connections);
  double used = cpu_us();
  int64_t began = nanos();
  usleep(seconds * 1e6);
  messages = sum(clients, connections) - messages;
  used = cpu_us() - used;
  double took = (nanos() - began) / 1e9;
  atomic_store(&stopped, 1);
  for (int i = 0; i < threads; i++) pthread_join(running[i], NULL);
  printf("%.0f %.5f %llu\n", messages / took, messages ? used / messages : 0, (unsigned long long)sum(clients, connections));
}

int main(int count, char **arguments) {
  signal(SIGPIPE, SIG_IGN);
  reads = count == 6 && !strcmp(arguments[1], "read");
  if (count == 2 && !strcmp(arguments[1], "serve")) serve();
  else if (reads || (count == 6 && !strcmp(arguments[1], "write"))) {
    body_bytes = atol(arguments[5]);
    if (body_bytes < STAMP || atoi(arguments[3]) < 1) fail("BODY must be at least %d, N at least 1", STAMP);
    run(atoi(arguments[2]), atoi(arguments[3]), atof(arguments[4]));
  } else fail("usage: bare serve | bare write|read PORT N SECONDS BODY");
  return 0;
}
